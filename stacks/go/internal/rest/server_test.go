package rest

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
)

func newServer() *Server {
	server := NewServer("{}", new(atomic.Int64))
	server.AddProduct()
	server.AddTeam(nil)
	return server
}

func send(server *Server, method, path, mediaType, body string) *httptest.ResponseRecorder {
	request := httptest.NewRequest(method, path, strings.NewReader(body))
	if mediaType != "" {
		request.Header.Set("Content-Type", mediaType)
	}
	recorder := httptest.NewRecorder()
	server.ServeHTTP(recorder, request)
	return recorder
}

func TestAnswers(t *testing.T) {
	for _, test := range []struct{ path, body, want string }{
		{"/products/echo", `{"id":"0","name":"<&>","description":"😀","more":[{}]}`, `{"id":"0","name":"<&>","description":"😀"}`},
		{"/products/modify", ` {"description":"ab😀","name":"","id":""} `, `{"id":"","name":"","description":"😀ba"}`},
		{"/teams/enrolments", `{"students":[{"name":"å","id":1.0e1,"courseCode":"x"}],"remark":""}`,
			`{"message":"All students have been enrolled","students":1,"idSum":10,"characters":2}`},
	} {
		got := send(newServer(), http.MethodPost, test.path, "application/json; charset=utf-8", test.body)
		if got.Code != http.StatusOK || got.Body.String() != test.want {
			t.Errorf("%s: got %d %s, want %s", test.body, got.Code, got.Body, test.want)
		}
	}
}

func TestRefuses(t *testing.T) {
	const product = `{"id":"0","name":"x","description":"y"}`
	for _, test := range []struct {
		method, path, mediaType, body string
		want                          int
	}{
		{"POST", "/products/echo", "application/json", "", 400},
		{"POST", "/products/echo", "application/json", "{", 400},
		{"POST", "/products/echo", "application/json", "[]", 400},
		{"POST", "/products/echo", "application/json", "null", 400},
		{"POST", "/products/echo", "application/json", product + "{}", 400},
		{"POST", "/products/echo", "application/json", `{"id":"0","name":"x"}`, 400},
		{"POST", "/products/echo", "application/json", strings.Replace(product, `"0"`, "0", 1), 400},
		{"POST", "/products/echo", "application/json", strings.Replace(product, `"0"`, "null", 1), 400},
		{"POST", "/teams/enrolments", "application/json", `{"students":[{"name":"x","id":1.5,"courseCode":""}],"remark":""}`, 400},
		{"POST", "/teams/enrolments", "application/json", `{"students":null,"remark":""}`, 400},
		{"POST", "/teams/files", "application/json", `{"name":"x","content":"*"}`, 400},
		{"POST", "/products/echo", "", "", 400},
		{"POST", "/products/echo", "", product, 415},
		{"POST", "/products/echo", "text/xml", product, 415},
		{"POST", "/products/echo/", "application/json", product, 404},
		{"GET", "/", "", "", 404},
		{"GET", "/products/echo", "", "", 405},
		{"HEAD", "/health", "", "", 405},
	} {
		server := newServer()
		got := send(server, test.method, test.path, test.mediaType, test.body)
		var told problem
		if err := json.Unmarshal(got.Body.Bytes(), &told); err != nil {
			t.Errorf("%s: %v", got.Body, err)
		}
		if got.Code != test.want || told.StatusCode != test.want || told.Message == "" || server.answered.Load() != 1 {
			t.Errorf("%s %s %q %s: got %d %s, counted %d", test.method, test.path, test.mediaType, test.body, got.Code, got.Body, server.answered.Load())
		}
		if allow := got.Header().Get("Allow"); (allow != "") != (test.want == 405) {
			t.Errorf("%s %s allows %q", test.method, test.path, allow)
		}
	}
}

func TestProbesAreNotCounted(t *testing.T) {
	server := newServer()
	for _, path := range []string{"/health", "/openapi.json"} {
		if got := send(server, "GET", path, "", ""); got.Code != 200 || server.answered.Load() != 0 {
			t.Errorf("%s: got %d, counted %d", path, got.Code, server.answered.Load())
		}
	}
}
