// Command go is the bundled services of Wirebench in Go. It is started by
// Wirebench and spoken to on standard input and output; see README.md.
package main

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"runtime"
	"sync/atomic"
	"syscall"

	"wirebench/stacks/go/internal/control"
	"wirebench/stacks/go/internal/listening"
)

func main() {
	// Ctrl-C reaches every process of a terminal; whoever started this one
	// decides what ends and when.
	signal.Ignore(syscall.SIGINT, syscall.SIGTERM)
	out := control.NewWriter(os.Stdout)
	if err := run(control.NewReader(os.Stdin), out); err != nil {
		_ = out.Write(control.Failed{Type: "failed", Message: err.Error()})
		os.Exit(1)
	}
}

// run obeys until it is told to stop or there is nobody left who could.
func run(in *control.Reader, out *control.Writer) error {
	order, err := in.Read()
	if errors.Is(err, io.EOF) {
		return nil
	}
	if err != nil {
		return err
	}
	if order.Type != control.TypeStart {
		return fmt.Errorf("expected %q at first, not %q", control.TypeStart, order.Type)
	}
	if order.Workers > 0 {
		runtime.GOMAXPROCS(order.Workers)
	}
	var answered atomic.Int64
	contents := control.NewContents(out)
	service, err := open(opening{order.Order, &answered, contents})
	if err != nil {
		return err
	}
	defer service.close()
	listener, err := listening.Listen(order.Host, order.Port)
	if err != nil {
		return err
	}
	// It serves until the process ends: whatever is under way then is dropped.
	go func() { _ = service.serve(listener) }()
	started := control.Started{
		Type: "started", Port: listener.Addr().(*net.TCPAddr).Port,
		Runtime: control.Runtime(), Libraries: control.Versions(service.modules...),
	}
	if err := out.Write(started); err != nil {
		return err
	}
	return obey(in, out, &answered, contents)
}

func obey(in *control.Reader, out *control.Writer, answered *atomic.Int64, contents *control.Contents) error {
	for {
		message, err := in.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		switch message.Type {
		case control.TypeMeasure:
			if err := out.Write(control.Measure(message.ID, answered.Load())); err != nil {
				return err
			}
		case control.TypeContent:
			contents.Take(message.ID, message.Content)
		case control.TypeStop:
			return nil
		default:
			return fmt.Errorf("nothing is known of messages of type %q", message.Type)
		}
	}
}
