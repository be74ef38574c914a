package soap

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/xml"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"
)

func newServer() *Server {
	return NewServer("product", `<soap:address location="http://127.0.0.1:8081/soap/product"/>`, false, new(atomic.Int64))
}

func post(server *Server, path, action, message string) *httptest.ResponseRecorder {
	request := httptest.NewRequest(http.MethodPost, path, strings.NewReader(message))
	request.Header.Set("SOAPAction", action)
	recorder := httptest.NewRecorder()
	server.ServeHTTP(recorder, request)
	return recorder
}

func envelope(body string) string {
	return `<s:Envelope xmlns:s="` + envelopeNamespace + `"><s:Body>` + body + `</s:Body></s:Envelope>`
}

const fields = `<id>0</id><name>x</name><description>ab😀</description>`

func echo(given string) string {
	return envelope(`<EchoRequest xmlns="urn:wirebench:product:v1">` + given + `</EchoRequest>`)
}

func TestAnswers(t *testing.T) {
	server := newServer()
	server.AddProduct()
	for message, want := range map[string]string{
		echo(fields): `<EchoResponse xmlns="urn:wirebench:product:v1">` + fields + `</EchoResponse>`,
		envelope(`<p:ModifyRequest xmlns:p="urn:wirebench:product:v1">` + fields + `</p:ModifyRequest>`):    `<description>😀ba</description>`,
		echo("\n <!-- c --> <id> 1 </id><name/><description>a <![CDATA[<b> & c]]> &#x1F600;</description>"): `<id> 1 </id><name></name><description>a &lt;b&gt; &amp; c 😀</description>`,
		echo(fields + `<more><a>b</a></more>`): `<EchoResponse`,
	} {
		if got := post(server, "/soap/product", "", message); got.Code != http.StatusOK || !strings.Contains(got.Body.String(), want) {
			t.Errorf("%s\nwas answered with %d %s", message, got.Code, got.Body)
		}
	}
}

func TestRefuses(t *testing.T) {
	server := newServer()
	server.AddProduct()
	for _, message := range []string{
		"", "hello", "<a/>", envelope(""), envelope("<Other/>"), echo(fields)[:100], echo(fields) + "x", echo(fields) + "<a/>",
		envelope(`<EchoResponse xmlns="urn:wirebench:product:v1"/>`),
		echo(`<id>0</id><name>x</name>`), echo(fields + `<id>1</id>`), echo(strings.Replace(fields, "ab", "<b>ab</b>", 1)),
		`<!DOCTYPE a [<!ENTITY b "c">]>` + echo(strings.Replace(fields, "ab", "&b;", 1)),
	} {
		got := post(server, "/soap/product", "", message)
		if got.Code != http.StatusInternalServerError || !strings.Contains(got.Body.String(), "<faultcode>soap:Client</faultcode>") {
			t.Errorf("%q was answered with %d %s", message, got.Code, got.Body)
		}
	}
}

func TestDescribesItselfWhereItWasReached(t *testing.T) {
	for host, want := range map[string]string{
		"localhost:8081": "http://localhost:8081/soap/product", "[::1]:1": "http://[::1]:1/soap/product",
		`evil"/><x`: "http://127.0.0.1:9/soap/product",
	} {
		request := httptest.NewRequest(http.MethodGet, "/soap/product?wsdl", nil)
		request.Host = host
		request = request.WithContext(withLocalAddress(request.Context(), "127.0.0.1:9"))
		recorder := httptest.NewRecorder()
		server := newServer()
		server.ServeHTTP(recorder, request)
		if !strings.Contains(recorder.Body.String(), `location="`+want+`"`) {
			t.Errorf("for %s: %s", host, recorder.Body)
		}
		if server.answered.Load() != 0 {
			t.Error("a probe was counted")
		}
	}
}

func withLocalAddress(ctx context.Context, address string) context.Context {
	local, _ := net.ResolveTCPAddr("tcp", address)
	return context.WithValue(ctx, http.LocalAddrContextKey, net.Addr(local))
}

const action = `"urn:wirebench:product:v1:UploadStreamed"`

func fileServer() *Server {
	server := newServer()
	server.AddTeam(nil)
	return server
}

func file(content string) string {
	return `<?xml version="1.0"?>` + envelope(`<UploadStreamedRequest xmlns="urn:wirebench:product:v1"><content>`+content+`</content></UploadStreamedRequest>`)
}

func TestTakesAFileAsItComes(t *testing.T) {
	content := make([]byte, 300_001)
	_, _ = rand.Read(content)
	sum := sha256.Sum256(content)
	encoded := base64.StdEncoding.EncodeToString(content)
	message := file("\n" + encoded[:5] + " \t\r\n" + encoded[5:] + "\n")
	upload := fileServer().uploads[strings.Trim(action, `"`)]
	for _, reader := range []func() (any, error){
		func() (any, error) { return upload.answer(strings.NewReader(message)) },
		func() (any, error) { return upload.answer(iotest.HalfReader(strings.NewReader(message))) },
		func() (any, error) { return upload.answer(iotest.OneByteReader(strings.NewReader(message))) },
	} {
		if got, err := reader(); err != nil || fmt.Sprintf("%+v", got) != "&"+fmt.Sprintf("{Bytes:300001 SHA256:%s}", hex.EncodeToString(sum[:])) {
			t.Errorf("got %+v, %v", got, err)
		}
	}
	for message, want := range map[string]string{
		file(""):       "<bytes>0</bytes>",
		file("YWI="):   "<bytes>2</bytes>",
		file(" YW I="): "<bytes>2</bytes>",
		strings.Replace(file(""), "<content></content>", "<content/>", 1): "<bytes>0</bytes>",
	} {
		if got := post(fileServer(), "/soap/product", action, message); !strings.Contains(got.Body.String(), want) {
			t.Errorf("%s\nwas answered with %s", message, got.Body)
		}
	}
}

func TestRefusesWhatIsNoFile(t *testing.T) {
	good := file("YWI=")
	for _, message := range []string{
		"", "hello", "<a/>", file("YW I"), file("*"), file("YWI=YWI="), file("<b/>"), file("YWI=<!-- c -->"),
		good[:len(good)-9], good + "x", strings.Replace(good, "<content>", "x<content>", 1),
		strings.Replace(good, "</content>", "</content><name/>", 1), strings.Replace(good, "content", "other", 2),
		file("YW")[:len(file("YW"))-60],
	} {
		if got := post(fileServer(), "/soap/product", action, message); !strings.Contains(got.Body.String(), "<faultcode>soap:Client</faultcode>") {
			t.Errorf("%q was answered with %s", message, got.Body)
		}
	}
}

func FuzzEnvelope(f *testing.F) {
	f.Add(echo(fields))
	f.Add(file("YWI="))
	f.Add(`<?xml version="1.0" encoding="latin1"?><a>&b;]]></a>`)
	f.Fuzz(func(t *testing.T, message string) {
		for _, action := range []string{"", action} {
			server := fileServer()
			server.AddProduct()
			got := post(server, "/soap/product", action, message)
			if got.Code != http.StatusOK && got.Code != http.StatusInternalServerError {
				t.Fatalf("%q was answered with %d", message, got.Code)
			}
			var answer struct{}
			if err := xml.Unmarshal(got.Body.Bytes(), &answer); err != nil {
				t.Fatalf("%q was answered with what is no XML: %v", message, err)
			}
			if got.Code == http.StatusInternalServerError && !strings.Contains(got.Body.String(), "soap:Client") {
				t.Fatalf("the service blames itself for %q: %s", message, got.Body)
			}
		}
	})
}
