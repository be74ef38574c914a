package inventory

import (
	"encoding/json"
	"fmt"
	"testing"

	"wirebench/stacks/go/internal/refusal"
)

func open(t *testing.T, asked *[]int) *Answers[Status] {
	t.Helper()
	source := func(_ string, bytes int) (json.RawMessage, error) {
		*asked = append(*asked, bytes)
		return json.RawMessage(fmt.Sprintf(`{"items":%d}`, bytes)), nil
	}
	held := map[string]json.RawMessage{"items-status": json.RawMessage(`{"items":1,"remark":"usual"}`)}
	answers, err := NewAnswers[Status]("items-status", held, source, json.Unmarshal)
	if err != nil {
		t.Fatal(err)
	}
	return answers
}

func TestAnswersKeepTheLastSizes(t *testing.T) {
	var asked []int
	answers := open(t, &asked)
	if usual, err := answers.Of(nil); err != nil || usual.Remark != "usual" {
		t.Fatalf("got %v, %v", usual, err)
	}
	for _, bytes := range []int32{501, 501, 502, 503, 504, 505, 506, 507, 508, 501, 509, 502, 501} {
		if answer, err := answers.Of(&bytes); err != nil || answer.Items != bytes {
			t.Fatalf("got %v, %v for %d bytes", answer, err, bytes)
		}
	}
	if got, want := fmt.Sprint(asked), "[501 502 503 504 505 506 507 508 509 501]"; got != want {
		t.Errorf("asked for %s, want %s", got, want)
	}
}

func TestAnswersRefuseWrongSizes(t *testing.T) {
	var asked []int
	answers := open(t, &asked)
	for _, bytes := range []int32{-1, 0, minBytes - 1, maxBytes + 1} {
		if _, err := answers.Of(&bytes); refusal.KindOf(err) != refusal.Invalid {
			t.Errorf("%d bytes: got %v", bytes, err)
		}
	}
	if len(asked) > 0 {
		t.Errorf("asked for %v", asked)
	}
}

func TestNewAnswersNeedsTheUsualOne(t *testing.T) {
	if _, err := NewAnswers[Status]("items-status", nil, nil, json.Unmarshal); err == nil {
		t.Error("opened without an answer")
	}
}
