package control

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestReadTakesOneObjectALine(t *testing.T) {
	text := "\n" + `{"type":"start","workload":"product","protocol":"rest","port":0,"tls":null,"later":1}` +
		"\r\n" + `{"type":"measure","id":7}` + "\n" + `{"type":"st`
	reader := NewReader(iotest.OneByteReader(strings.NewReader(text)))
	start, err := reader.Read()
	if err != nil || start.Type != TypeStart || start.Workload != "product" || start.TLS != nil {
		t.Fatalf("got %+v, %v", start, err)
	}
	measure, err := reader.Read()
	if err != nil || measure.Type != TypeMeasure || measure.ID != 7 {
		t.Fatalf("got %+v, %v", measure, err)
	}
	if _, err := reader.Read(); !errors.Is(err, io.EOF) {
		t.Fatalf("got %v after a line that was cut off", err)
	}
}

func TestReadTakesLongLines(t *testing.T) {
	long := strings.Repeat("x", 3<<20)
	line := `{"type":"content","id":1,"message":{"remark":"` + long + `"}}` + "\n"
	message, err := NewReader(strings.NewReader(line)).Read()
	if err != nil || !bytes.Contains(message.Content, []byte(long)) {
		t.Fatalf("got %d bytes, %v", len(message.Content), err)
	}
}

func TestReadRefusesWhatIsNoMessage(t *testing.T) {
	for _, line := range []string{"hello", "{", "[]", "{}", `{"type":7}`, `{"type":"stop"} {}`} {
		if message, err := NewReader(strings.NewReader(line + "\n")).Read(); err == nil {
			t.Errorf("%q was read as %+v", line, message)
		}
	}
}

func TestWriteKeepsToALine(t *testing.T) {
	var out bytes.Buffer
	if err := NewWriter(&out).Write(Failed{Type: "failed", Message: "two\nlines"}); err != nil {
		t.Fatal(err)
	}
	if want := `{"type":"failed","message":"two\nlines"}` + "\n"; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"type":"stop"}` + "\n"))
	f.Add([]byte("\n\r\n{}\nnull\n"))
	f.Add([]byte(`{"type":"content","id":1,"message":{"items":[]}}` + "\n{"))
	f.Fuzz(func(t *testing.T, text []byte) {
		reader := NewReader(bytes.NewReader(text))
		for range bytes.Count(text, []byte("\n")) {
			message, err := reader.Read()
			if errors.Is(err, io.EOF) {
				return
			}
			if err == nil && message.Type == "" {
				t.Fatalf("a message without a type in %q", text)
			}
		}
		if _, err := reader.Read(); !errors.Is(err, io.EOF) {
			t.Fatalf("more messages than lines in %q: %v", text, err)
		}
	})
}
