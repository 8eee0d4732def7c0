// The schemas of bodies and answers: JSON Schema, as OpenAPI 3.1 has it.
#include "openapi.hpp"

namespace banker::http {

std::string_view schemas() {
  return R"json({
"Name": {"type": "string", "minLength": 1, "maxLength": 100, "pattern": "^[A-Za-z0-9._~-]+$"},
"DecisionId": {"type": "string", "minLength": 1, "description":
  "The client's own, at most 200 bytes of UTF-8 without control characters; or \"r\" and the round, of decisions without one."},
"Time": {"type": "string", "format": "date-time", "pattern":
  "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[.][0-9]{6}Z$"},
"Count": {"type": "integer", "minimum": 0},
"Numbers": {"type": "array", "items": {"type": "number"}},
"Arm": {"type": ["string", "integer"], "description": "Its name, or its number from 0 where the spec names none."},

"Problem": {"type": "object", "additionalProperties": false, "required": ["type", "title", "status", "detail"], "properties": {
  "type": {"type": "string"},
  "title": {"type": "string"},
  "status": {"type": "integer"},
  "detail": {"type": "string", "description": "What was wrong, where, and what to do."}}},
"Health": {"type": "object", "additionalProperties": false, "required": ["status"], "properties": {
  "status": {"type": "string", "enum": ["ok", "ready"]}}},
"Document": {"type": "object", "required": ["openapi", "info", "paths"]},
"Nothing": {"type": "object", "additionalProperties": false, "properties": {}},

"OnExpiry": {"description": "What the agent is told when a decision expires.", "anyOf": [
  {"type": "string", "enum": ["drop"]},
  {"$ref": "#/components/schemas/Outcome"}]},
"Late": {"type": "string", "enum": ["ignore", "accept", "refuse"], "description":
  "What is done with an outcome that comes after its decision expired."},
"NewBandit": {"type": "object", "required": ["name"], "description":
  "Every other key is one of the agent's own: `banker agents` lists them.", "properties": {
  "name": {"$ref": "#/components/schemas/Name"},
  "agent": {"type": "string", "default": "banker", "enum": []},
  "expire_after": {"type": ["number", "null"], "exclusiveMinimum": 0, "description": "Seconds; null: never."},
  "on_expiry": {"$ref": "#/components/schemas/OnExpiry"},
  "late": {"$ref": "#/components/schemas/Late"},
  "max_open": {"type": "integer", "minimum": 1, "maximum": 100000000}}},

"Ask": {"type": "object", "additionalProperties": false, "maxProperties": 1, "properties": {
  "count": {"type": "integer", "minimum": 1, "maximum": 100000},
  "decision_id": {"$ref": "#/components/schemas/DecisionId"},
  "decision_ids": {"type": "array", "minItems": 1, "maxItems": 100000, "items": {"$ref": "#/components/schemas/DecisionId"}}}},
"Decision": {"type": "object", "additionalProperties": false, "required": ["id", "round"], "description":
  "An arm and its probability; of linear agents an action, and on a list of actions all three.", "properties": {
  "id": {"$ref": "#/components/schemas/DecisionId"},
  "round": {"type": "integer", "minimum": 1},
  "arm": {"$ref": "#/components/schemas/Arm"},
  "probability": {"type": "number", "exclusiveMinimum": 0, "maximum": 1},
  "action": {"$ref": "#/components/schemas/Numbers"}}},
"Asked": {"anyOf": [
  {"$ref": "#/components/schemas/Decision"},
  {"type": "object", "additionalProperties": false, "required": ["decisions"], "properties": {
    "decisions": {"type": "array", "items": {"$ref": "#/components/schemas/Decision"}}}}]},

"Outcome": {"type": "object", "additionalProperties": false, "minProperties": 1, "maxProperties": 1, "properties": {
  "loss": {"type": "number"},
  "reward": {"type": "number"}}},
"Outcomes": {"type": "object", "additionalProperties": false, "required": ["outcomes"], "properties": {
  "outcomes": {"type": "array", "maxItems": 100000, "items": {"type": "object", "additionalProperties": false,
    "required": ["id"], "minProperties": 2, "maxProperties": 2, "properties": {
    "id": {"$ref": "#/components/schemas/DecisionId"},
    "loss": {"type": "number"},
    "reward": {"type": "number"}}}}}},
"Uncounted": {"type": "object", "additionalProperties": false, "required": ["status", "counted"], "properties": {
  "status": {"type": "string", "enum": ["expired", "stale"]},
  "counted": {"type": "boolean", "enum": [false]}}},
"Results": {"type": "object", "additionalProperties": false, "required": ["results"], "properties": {
  "results": {"type": "array", "items": {"type": "object", "additionalProperties": false,
    "required": ["id", "status", "counted"], "properties": {
    "id": {"type": "string"},
    "status": {"type": "string", "enum": ["settled", "skipped", "stale", "expired", "unknown", "conflict", "invalid",
      "unavailable"]},
    "counted": {"type": "boolean"},
    "detail": {"type": "string", "description": "Of the last three: what is wrong."}}}}}},
"Record": {"type": "object", "additionalProperties": false, "required": ["id", "round", "at", "statement", "status", "outcome"],
  "properties": {
  "id": {"$ref": "#/components/schemas/DecisionId"},
  "round": {"type": "integer", "minimum": 1},
  "at": {"$ref": "#/components/schemas/Time"},
  "arm": {"$ref": "#/components/schemas/Arm"},
  "probability": {"type": "number", "exclusiveMinimum": 0, "maximum": 1},
  "action": {"$ref": "#/components/schemas/Numbers"},
  "statement": {"anyOf": [{"type": "null"}, {"$ref": "#/components/schemas/Statement"}]},
  "status": {"type": "string", "enum": ["open", "settled", "skipped", "stale", "dropped", "expired"]},
  "outcome": {"anyOf": [{"type": "null"}, {"type": "object", "additionalProperties": false,
    "required": ["at", "immediate_cost"], "properties": {
    "at": {"$ref": "#/components/schemas/Time"},
    "loss": {"type": "number"},
    "reward": {"type": "number"},
    "immediate_cost": {"type": ["number", "null"]}}}]}}},
"Statement": {"type": "object", "additionalProperties": false, "required": ["scale", "borrowed", "from_pool", "payments"],
  "description": "How the round was paid: scale = borrowed + from_pool + the sum of payments.", "properties": {
  "scale": {"type": "number"},
  "borrowed": {"type": "number"},
  "from_pool": {"type": "number"},
  "payments": {"$ref": "#/components/schemas/Payments"}}},
"Payments": {"type": "array", "items": {"type": "object", "additionalProperties": false, "required": ["round", "amount"],
  "properties": {"round": {"type": "integer", "minimum": 1}, "amount": {"type": "number"}}}},
"Records": {"type": "object", "additionalProperties": false, "required": ["decisions"], "properties": {
  "decisions": {"type": "array", "maxItems": 200, "items": {"$ref": "#/components/schemas/Record"}}}},
"FullStatement": {"type": "object", "additionalProperties": false, "required": ["decision", "returned", "spent", "looked_until"],
  "properties": {
  "decision": {"$ref": "#/components/schemas/Record"},
  "returned": {"type": ["number", "null"], "description":
    "What it gave back to the bank when it was closed: its scale. Null: it is open, or there is no bank."},
  "spent": {"$ref": "#/components/schemas/Payments", "description":
    "Which later rounds spent that. None if the pool did, which does not say whose money it spends."},
  "looked_until": {"type": ["integer", "null"], "description": "Rounds after this one were not looked at; null: all were."}}},
"Change": {"type": "object", "additionalProperties": false, "required": ["rule"], "properties": {
  "rule": {"type": "integer", "minimum": 1, "description": "The number of a rule of its agent, newer than the one it plays by, or that one."}}},
"Expire": {"type": "object", "additionalProperties": false, "required": ["older_than"], "properties": {
  "older_than": {"type": "number", "minimum": 0, "description": "Seconds."}}},
"Expired": {"type": "object", "additionalProperties": false, "required": ["expired", "more"], "properties": {
  "expired": {"$ref": "#/components/schemas/Count"},
  "more": {"type": "boolean"}}}
})json";
}

}  // namespace banker::http
