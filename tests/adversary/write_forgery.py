#!/usr/bin/env python3
"""Writes the record of one forgery.

usage: write_forgery.py NAME BASES FOLDER, with NAME such as accepted/sessions_two, and BASES the
folder that holds the record that it is made from
"""
import sys

import run_forgeries

run_forgeries.write_forgery(sys.argv[1], sys.argv[2], sys.argv[3])
