"""Has the program that runs the tests answer for versitygw's executable (users.py).

Usage: ask.py ARGUMENT...

GIZA_SUITE_USERS is its socket. What it prints and its exit code are those of the answer.
"""

import json
import os
import socket
import sys


def main():
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(os.environ["GIZA_SUITE_USERS"])
        connection.sendall(json.dumps([os.getcwd(), sys.argv[1:]]).encode() + b"\n")
        code, text = json.load(connection.makefile())
    sys.stdout.write(text)
    return code


if __name__ == "__main__":
    sys.exit(main())
