"""Runs a command on a terminal of COLUMNS columns, and prints its lines that are wider.

usage: terminal.py COLUMNS COMMAND...

Exit status: 0 no line is wider; 1 some are, and are printed; 2 the command printed nothing.
"""
import fcntl
import os
import pty
import re
import struct
import sys
import termios
import unicodedata


def run_on_terminal(columns, command):
    """What the command writes to a terminal of this width."""
    pid, terminal = pty.fork()
    if pid == 0:
        fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
        os.environ.update(TERM="xterm", LC_ALL="C.UTF-8")
        os.environ.pop("COLUMNS", None)
        os.environ.pop("NO_COLOR", None)
        os.execvp(command[0], command)
    output = b""
    while True:
        try:
            part = os.read(terminal, 65536)
        except OSError:  # the end, on Linux
            break
        if not part:
            break
        output += part
    os.waitpid(pid, 0)
    return output.decode("utf-8", "replace")


def width_of(line):
    """The columns that a line takes: no escapes, two for wide characters, none for combining."""
    line = re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", line)
    return sum(0 if unicodedata.combining(c) else
               2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line)


def main():
    columns = int(sys.argv[1])
    output = run_on_terminal(columns, sys.argv[2:])
    # A progress line is drawn again behind a carriage return.
    lines = [part for line in output.split("\n") for part in line.rstrip("\r").split("\r")]
    # A word that is longer than a line, such as a hash, cannot be broken.
    wide = [line for line in lines if width_of(line) > columns
            and all(width_of(word) <= columns for word in line.split())]
    for line in wide:
        print(f"{width_of(line)} columns: {line}")
    sys.exit(1 if wide else 0 if output.strip() else 2)


main()
