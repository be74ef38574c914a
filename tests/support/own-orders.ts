/** Proto files of a service, the second imported by the first. */
export const orders = `syntax = "proto3";
package shop.v1;
import "common/money.proto";
import "google/protobuf/timestamp.proto";
service Orders {
  rpc GetOrder (GetOrderRequest) returns (Order);
  rpc ListOrders (GetOrderRequest) returns (stream Order);
}
message GetOrderRequest { int64 order_id = 1; google.protobuf.Timestamp since = 2; }
message Order { int64 order_id = 1; common.Money price = 2; }
`;
export const money = `syntax = "proto3";
package common;
message Money { string currency = 1; int64 units = 2; }
`;
/** The same in one file, for the service, whose parser follows no imports. */
export const inOneFile = `syntax = "proto3";
package shop.v1;
service Orders {
  rpc GetOrder (GetOrderRequest) returns (Order);
  rpc ListOrders (GetOrderRequest) returns (stream Order);
}
message Stamp { int64 seconds = 1; int32 nanos = 2; }
message Money { string currency = 1; int64 units = 2; }
message GetOrderRequest { int64 order_id = 1; Stamp since = 2; }
message Order { int64 order_id = 1; Money price = 2; }
`;
