// Package control is how the service is spoken to by the program that started
// it: one JSON object a line on standard input and output.
package control

import "encoding/json"

// Types of the messages that come in.
const (
	TypeStart   = "start"
	TypeMeasure = "measure"
	TypeContent = "content"
	TypeStop    = "stop"
)

// Message is any line that comes in. Which of its fields are there depends on
// its type.
type Message struct {
	Type string `json:"type"`
	// ID is that of the question which a measure or content answers.
	ID int64 `json:"id"`
	// Content is the answer of a size that was asked for.
	Content json.RawMessage `json:"message"`

	// Order is there in the first message, which starts the service.
	Order
}

// Order says what to offer and where.
type Order struct {
	Workload string `json:"workload"`
	Protocol string `json:"protocol"`
	Host     string `json:"host"`
	// Port is 0 for a free one.
	Port int `json:"port"`
	// TLS is nil for plain text.
	TLS   *TLS  `json:"tls"`
	Setup Setup `json:"setup"`
	// Held is what the workload holds, by name, as the JSON of its answers.
	Held map[string]json.RawMessage `json:"content"`
	// Workers is how many cores may be used; 0 for all.
	Workers int `json:"workers"`
	// OpenAPI and WSDL are the interface files that are handed out.
	OpenAPI string `json:"openapi"`
	WSDL    string `json:"wsdl"`
}

// TLS has PEM texts and the limits of versions: "TLSv1.2" or "TLSv1.3".
type TLS struct {
	Cert string `json:"cert"`
	Key  string `json:"key"`
	// ClientCA is nil where clients need no certificate.
	ClientCA   *string `json:"clientCa"`
	MinVersion string  `json:"minVersion"`
	MaxVersion string  `json:"maxVersion"`
}

// Setup is what a workload holds and where.
type Setup struct {
	Data     json.RawMessage `json:"data"`
	Database Database        `json:"database"`
}

// Database says where rows are kept: "none", "sqlite" or "postgres".
type Database struct {
	Kind string `json:"kind"`
	// URL is that of PostgreSQL.
	URL string `json:"url"`
	// Pool is how many connections there may be.
	Pool int `json:"pool"`
	// WaitMs is how long a request waits for a free connection.
	WaitMs float64 `json:"waitMs"`
}

// Started says where the service listens and what it is made of.
type Started struct {
	Type string `json:"type"`
	Port int    `json:"port"`
	// Runtime is the language with its version, such as "Go 1.26.0".
	Runtime string `json:"runtime"`
	// Libraries are versions by module.
	Libraries map[string]string `json:"libraries"`
}

// Failed says why the service ends.
type Failed struct {
	Type    string `json:"type"`
	Message string `json:"message"`
}

// Measured is the answer to a measure.
type Measured struct {
	Type           string `json:"type"`
	ID             int64  `json:"id"`
	Answered       int64  `json:"answered"`
	HeapUsedBytes  uint64 `json:"heapUsedBytes"`
	HeapTotalBytes uint64 `json:"heapTotalBytes"`
	// Threads of the operating system; nil where the runtime does not tell.
	Threads *uint64 `json:"threads"`
}

// WantedContent asks for an answer of a size of its own.
type WantedContent struct {
	Type      string `json:"type"`
	ID        int64  `json:"id"`
	Operation string `json:"operation"`
	Bytes     int    `json:"bytes"`
}
