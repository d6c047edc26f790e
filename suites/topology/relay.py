"""Another address of a service: whatever is sent there arrives at the service."""

import socket
import threading


class Relay:
    """Listens at a free port, and counts the connections."""

    def __init__(self, port):
        self.port = port
        self.connections = 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self.accept, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.listener.getsockname()[1]}"

    def accept(self):
        while True:
            client, _ = self.listener.accept()
            self.connections += 1
            try:
                service = socket.create_connection(("127.0.0.1", self.port))
            except OSError:
                client.close()
                continue
            for one, other in ((client, service), (service, client)):
                one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                threading.Thread(target=self.pass_on, args=(one, other), daemon=True).start()

    @staticmethod
    def pass_on(one, other):
        try:
            while data := one.recv(1 << 16):
                other.sendall(data)
            other.shutdown(socket.SHUT_WR)
        except OSError:
            pass
