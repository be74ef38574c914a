package main

//go:generate ../../node_modules/.bin/buf generate ../../proto --path ../../proto/product.proto --path ../../proto/inventory.proto --path ../../proto/team.proto
