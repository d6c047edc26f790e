"""The AWS CLI, loaded once: each command is a fork of a process that has it in memory, with the
arguments, environment, folder and open files of who asks. Python spends most of a command on
loading the CLI.

    python3 warm.py FOLDER   puts a program 'aws' there, and serves it until its input ends
"""

import io
import os
import random
import socket
import sys

CLIENT = """#!{python} -SE
import os, socket, sys
one = socket.socket(socket.AF_UNIX)
one.connect({path!r})
words = [os.getcwdb(), *map(os.fsencode, sys.argv[1:])]
environment = [name + b"=" + value for name, value in os.environb.items()]
message = b"\\0".join([b"%d" % len(words), *words, *environment])
socket.send_fds(one, [b"%20d" % len(message)], [0, 1, 2])
one.sendall(message)
code = one.recv(1)
sys.exit(code[0] if code else 255)
"""


def load():
    """Returns the CLI with what its commands for S3 load."""
    from awscli.clidriver import create_clidriver

    # Loads the modules: what a client needs that asks nobody.
    create_clidriver().main(["s3", "presign", "s3://bucket/key", "--endpoint-url", "http://127.0.0.1:1"])
    driver = create_clidriver()
    loader = driver.session.get_component("data_loader")
    for service, kind in (("s3", "service-2"), ("s3", "paginators-1"), ("s3", "endpoint-rule-set-1"), ("sts", "service-2")):
        loader.load_service_model(service, kind)
    return driver


def received(connection, length):
    message = b""
    while len(message) < length:
        part = connection.recv(length - len(message))
        if not part:
            raise EOFError
        message += part
    return message


def command(driver, connection):
    """Is the command that is asked for; returns how it exits."""
    length, files, _, _ = socket.recv_fds(connection, 20, 3)
    count, *words = received(connection, int(length)).split(b"\0")
    folder, *arguments = words[: int(count)]
    os.environb.clear()
    os.environb.update(each.split(b"=", 1) for each in words[int(count) :])
    os.chdir(folder)
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    sys.stdin = io.TextIOWrapper(io.BufferedReader(io.FileIO(0, closefd=False)))
    sys.stdout = io.TextIOWrapper(io.BufferedWriter(io.FileIO(1, "w", closefd=False)))
    random.seed()
    try:
        return driver.main([os.fsdecode(each) for each in arguments])
    except SystemExit as end:
        return end.code or 0
    finally:
        sys.stdout.flush()
        sys.stderr.flush()


def main():
    folder = sys.argv[1]
    sys.argv[0] = "aws"
    path = os.path.join(folder, "aws.socket")
    # What loading prints is nobody's.
    own = os.dup(1)
    with open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), 1)
    driver = load()
    sys.stdout.flush()
    os.dup2(own, 1)
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(path)
    listener.listen(64)
    program = os.path.join(folder, "aws")
    with open(program + ".new", "w", encoding="utf-8") as file:
        file.write(CLIENT.format(python=sys.executable, path=path))
    os.chmod(program + ".new", 0o755)
    os.rename(program + ".new", program)
    while True:
        connection, _ = listener.accept()
        if os.fork() == 0:
            # Twice, so that nobody waits for those who ended.
            if os.fork() != 0:
                os._exit(0)
            listener.close()
            code = 255
            try:
                code = command(driver, connection)
            finally:
                connection.send(bytes([code & 255]))
                os._exit(code)
        os.wait()
        connection.close()


if __name__ == "__main__":
    main()
