package control

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strings"
)

const (
	heapObjects  = "/memory/classes/heap/objects:bytes"
	heapUnused   = "/memory/classes/heap/unused:bytes"
	heapFree     = "/memory/classes/heap/free:bytes"
	heapReleased = "/memory/classes/heap/released:bytes"
	totalThreads = "/sched/threads/total:threads"
)

// Measure tells of the runtime without stopping it: of its heap what runtime.MemStats calls HeapInuse and HeapSys.
func Measure(id, answered int64) Measured {
	samples := []metrics.Sample{
		{Name: heapObjects}, {Name: heapUnused}, {Name: heapFree}, {Name: heapReleased}, {Name: totalThreads},
	}
	metrics.Read(samples)
	used := samples[0].Value.Uint64() + samples[1].Value.Uint64()
	measured := Measured{
		Type: "measured", ID: id, Answered: answered,
		HeapUsedBytes:  used,
		HeapTotalBytes: used + samples[2].Value.Uint64() + samples[3].Value.Uint64(),
	}
	if samples[4].Value.Kind() == metrics.KindUint64 {
		threads := samples[4].Value.Uint64()
		measured.Threads = &threads
	}
	return measured
}

// Runtime is the language with its version.
func Runtime() string {
	return "Go " + strings.TrimPrefix(runtime.Version(), "go")
}

// Versions tells the versions of those of the given modules that are built in.
func Versions(modules ...string) map[string]string {
	versions := map[string]string{}
	build, ok := debug.ReadBuildInfo()
	if !ok {
		return versions
	}
	for _, module := range build.Deps {
		if slices.Contains(modules, module.Path) {
			versions[module.Path] = strings.TrimPrefix(module.Version, "v")
		}
	}
	return versions
}
