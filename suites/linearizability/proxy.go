package main

import (
	"io"
	"net"
	"sync"
	"sync/atomic"
)

// Mode is how a link treats what it is given.
type Mode int32

const (
	Pass   Mode = iota // hands everything on
	Refuse             // breaks what is connected and refuses more, like a closed port
	Hush               // accepts, keeps what is connected, and hands nothing on, like a lost route
)

// Link is the way from one data center to a service of another: a TCP proxy that can be cut.
type Link struct {
	From, To, Service string

	listener net.Listener
	target   string
	mode     atomic.Int32
	hurt     atomic.Int64 // connections that a cut broke, refused or silenced

	mutex       sync.Mutex
	changed     *sync.Cond
	connections map[net.Conn]bool
}

// NewLink opens a link to an address.
func NewLink(from, to, service, target string) (*Link, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	link := &Link{
		From: from, To: to, Service: service,
		listener: listener, target: target, connections: map[net.Conn]bool{},
	}
	link.changed = sync.NewCond(&link.mutex)
	go link.serve()
	return link, nil
}

// URL is where the link is entered.
func (l *Link) URL() string { return "http://" + l.listener.Addr().String() }

// Set changes the mode, and breaks connections where that belongs to it. After a silence, bytes
// that wait in a connection that both ends still hold are delivered, as TCP would.
func (l *Link) Set(mode Mode) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.mode.Store(int32(mode))
	if mode == Refuse {
		l.hurt.Add(int64(len(l.connections) / 2))
		for connection := range l.connections {
			abort(connection)
		}
	}
	l.changed.Broadcast()
}

// Hurt returns how many connections cuts broke, refused or silenced so far.
func (l *Link) Hurt() int64 { return l.hurt.Load() }

// Close ends the link.
func (l *Link) Close() {
	l.listener.Close()
	l.Set(Refuse)
}

func (l *Link) serve() {
	for {
		client, err := l.listener.Accept()
		if err != nil {
			return
		}
		go l.connect(client)
	}
}

func (l *Link) connect(client net.Conn) {
	defer abort(client)
	if Mode(l.mode.Load()) == Refuse {
		l.hurt.Add(1)
		return
	}
	if !l.pass() {
		return
	}
	service, err := net.Dial("tcp", l.target)
	if err != nil {
		return
	}
	defer abort(service)
	if !l.keep(client, service) {
		return
	}
	defer l.forget(client, service)
	var both sync.WaitGroup
	both.Add(2)
	go l.copy(service, client, &both)
	go l.copy(client, service, &both)
	both.Wait()
}

// pass waits while the link is silent, and tells whether it passes then.
func (l *Link) pass() bool {
	if Mode(l.mode.Load()) == Pass {
		return true
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if Mode(l.mode.Load()) == Hush {
		l.hurt.Add(1)
	}
	for Mode(l.mode.Load()) == Hush {
		l.changed.Wait()
	}
	return Mode(l.mode.Load()) == Pass
}

func (l *Link) keep(connections ...net.Conn) bool {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	for _, connection := range connections {
		l.connections[connection] = true
	}
	return Mode(l.mode.Load()) != Refuse
}

func (l *Link) forget(connections ...net.Conn) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	for _, connection := range connections {
		delete(l.connections, connection)
	}
}

func (l *Link) copy(to, from net.Conn, done *sync.WaitGroup) {
	defer done.Done()
	buffer := make([]byte, 32<<10)
	for {
		count, err := from.Read(buffer)
		if count > 0 {
			if !l.pass() {
				break
			}
			if _, broken := to.Write(buffer[:count]); broken != nil {
				break
			}
		}
		if err == io.EOF {
			// Half closed: the other direction may still have to say something.
			if l.pass() {
				to.(*net.TCPConn).CloseWrite()
				return
			}
		}
		if err != nil {
			break
		}
	}
	abort(to)
	abort(from)
}

// abort closes with a reset, so that the other side notices at once.
func abort(connection net.Conn) {
	connection.(*net.TCPConn).SetLinger(0)
	connection.Close()
}
