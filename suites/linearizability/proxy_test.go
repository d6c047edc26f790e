package main

import (
	"io"
	"net"
	"testing"
	"time"
)

func echo(t *testing.T) string {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			go io.Copy(connection, connection)
		}
	}()
	return listener.Addr().String()
}

func dial(t *testing.T, link *Link) net.Conn {
	connection, err := net.Dial("tcp", link.listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { connection.Close() })
	return connection
}

// isRefused tells whether a new connection is broken, while it is made or afterwards.
func isRefused(t *testing.T, link *Link) bool {
	connection, err := net.Dial("tcp", link.listener.Addr().String())
	if err != nil {
		return true
	}
	defer connection.Close()
	return say(t, connection, time.Minute) != nil
}

func say(t *testing.T, connection net.Conn, patience time.Duration) error {
	t.Helper()
	if _, err := connection.Write([]byte("hello")); err != nil {
		return err
	}
	connection.SetReadDeadline(time.Now().Add(patience))
	_, err := io.ReadFull(connection, make([]byte, 5))
	return err
}

func TestLinkPassesIsCutAndHeals(t *testing.T) {
	link, err := NewLink("dc1", "dc2", "metadata", echo(t))
	if err != nil {
		t.Fatal(err)
	}
	defer link.Close()
	old := dial(t, link)
	if err := say(t, old, time.Minute); err != nil {
		t.Fatal(err)
	}

	link.Set(Refuse)
	if say(t, old, time.Minute) == nil || !isRefused(t, link) {
		t.Error("a link that refuses passed something")
	}
	link.Set(Hush)
	silenced := dial(t, link)
	if err, ok := say(t, silenced, 100*time.Millisecond).(net.Error); !ok || !err.Timeout() {
		t.Errorf("a silent link said something: %v", err)
	}
	if link.Hurt() < 3 {
		t.Errorf("hurt only %d", link.Hurt())
	}

	link.Set(Pass)
	silenced.SetReadDeadline(time.Now().Add(time.Minute))
	if _, err := io.ReadFull(silenced, make([]byte, 5)); err != nil {
		t.Errorf("what waited was not delivered: %v", err)
	}
	if err := say(t, dial(t, link), time.Minute); err != nil {
		t.Error(err)
	}
}
