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
"Bandit": {"type": "object", "additionalProperties": false, "required": ["name", "spec", "expire_after", "on_expiry", "late",
  "max_open", "created_at", "rounds", "open", "oldest_open_at", "settled", "skipped", "stale", "dropped", "expired",
  "total_invested", "certificate"], "properties": {
  "name": {"$ref": "#/components/schemas/Name"},
  "spec": {"type": "object", "required": ["agent", "seed"]},
  "expire_after": {"type": ["number", "null"]},
  "on_expiry": {"$ref": "#/components/schemas/OnExpiry"},
  "late": {"$ref": "#/components/schemas/Late"},
  "max_open": {"type": "integer"},
  "created_at": {"$ref": "#/components/schemas/Time"},
  "rounds": {"$ref": "#/components/schemas/Count"},
  "open": {"$ref": "#/components/schemas/Count"},
  "oldest_open_at": {"anyOf": [{"$ref": "#/components/schemas/Time"}, {"type": "null"}]},
  "settled": {"$ref": "#/components/schemas/Count"},
  "skipped": {"$ref": "#/components/schemas/Count"},
  "stale": {"$ref": "#/components/schemas/Count"},
  "dropped": {"$ref": "#/components/schemas/Count"},
  "expired": {"$ref": "#/components/schemas/Count"},
  "total_invested": {"type": ["number", "null"], "description": "Null without a bank."},
  "certificate": {"type": ["number", "null"], "description": "Null without a bank."},
  "arms": {"type": "array", "items": {"$ref": "#/components/schemas/Arm"}, "description": "Not on a body."},
  "probabilities": {"$ref": "#/components/schemas/Numbers"},
  "point": {"$ref": "#/components/schemas/Numbers", "description": "Linear agents only."}}},
"Bandits": {"type": "object", "additionalProperties": false, "required": ["bandits"], "properties": {
  "bandits": {"type": "array", "items": {"type": "object", "additionalProperties": false,
    "required": ["name", "agent", "rounds", "open", "spec"], "properties": {
    "name": {"$ref": "#/components/schemas/Name"},
    "agent": {"type": "string"},
    "rounds": {"$ref": "#/components/schemas/Count"},
    "open": {"$ref": "#/components/schemas/Count"},
    "spec": {"type": "object"}}}}}},

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
    "status": {"type": "string", "enum": ["settled", "skipped", "stale", "expired", "unknown", "conflict", "invalid"]},
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
  "payments": {"type": "array", "items": {"type": "object", "additionalProperties": false, "required": ["round", "amount"],
    "properties": {"round": {"type": "integer", "minimum": 1}, "amount": {"type": "number"}}}}}}
})json";
}

}  // namespace banker::http
