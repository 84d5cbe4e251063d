#!/bin/bash
# The points of wrong_today/ about time.
export TIMED=/timed
exec "${0%_timed.sh}.sh"
