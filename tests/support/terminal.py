"""Runs a command on a terminal of COLUMNS columns, and prints its lines that are wider.

usage: terminal.py COLUMNS COMMAND...
       terminal.py --each FILE

Exit status: 0 no line is wider; 1 some are, and are printed; 2 the command printed nothing.
With --each, standard input has a line for each command: the columns and the words, each with a tab
behind it. The answer is the status in a line; what would be printed is in FILE.
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


def judge(columns, command):
    """The exit status, and the lines that are wider."""
    output = run_on_terminal(columns, command)
    # A progress line is drawn again behind a carriage return.
    lines = [part for line in output.split("\n") for part in line.rstrip("\r").split("\r")]
    # A word that is longer than a line, such as a hash, cannot be broken.
    wide = [line for line in lines if width_of(line) > columns
            and all(width_of(word) <= columns for word in line.split())]
    text = "".join(f"{width_of(line)} columns: {line}\n" for line in wide)
    return 1 if wide else 0 if output.strip() else 2, text


def judge_each(path):
    for request in sys.stdin:
        columns, *command = request.rstrip("\n").split("\t")[:-1]
        status, text = judge(int(columns), command)
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(text)
        print(status, flush=True)


def main():
    if sys.argv[1] == "--each":
        judge_each(sys.argv[2])
        return
    status, text = judge(int(sys.argv[1]), sys.argv[2:])
    print(text, end="")
    sys.exit(status)


main()
