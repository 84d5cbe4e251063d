#!/bin/bash
# The points of wrong_today/ about time.
exec "${0%_timed.sh}.sh" timed
