// The schemas of bandits, as they are and as they were: JSON Schema, as OpenAPI 3.1 has it.
#include "openapi.hpp"

namespace banker::http {

std::string_view bandit_schemas() {
  return R"json({
"MaybeTime": {"anyOf": [{"$ref": "#/components/schemas/Time"}, {"type": "null"}]},
"Counts": {"type": "array", "items": {"$ref": "#/components/schemas/Count"}},
"MaybeNumbers": {"type": "array", "items": {"type": ["number", "null"]}},
"MaybeCounts": {"type": "array", "items": {"type": ["integer", "null"]}},
"Leader": {"description": "The most likely arm; null on a body, and before the first decision.", "anyOf": [{"type": "null"},
  {"type": "object", "additionalProperties": false, "required": ["arm", "probability"], "properties": {
  "arm": {"$ref": "#/components/schemas/Arm"},
  "probability": {"type": "number"}}}]},

"parts": {
"terms": {
  "expire_after": {"type": ["number", "null"]},
  "on_expiry": {"$ref": "#/components/schemas/OnExpiry"},
  "late": {"$ref": "#/components/schemas/Late"},
  "max_open": {"type": "integer"}},
"counts": {
  "rounds": {"$ref": "#/components/schemas/Count"},
  "open": {"$ref": "#/components/schemas/Count"},
  "lapsed": {"$ref": "#/components/schemas/Count", "description": "Of them beyond their time: they do not count towards max_open."},
  "oldest_open_at": {"$ref": "#/components/schemas/MaybeTime"},
  "settled": {"$ref": "#/components/schemas/Count"},
  "skipped": {"$ref": "#/components/schemas/Count"},
  "stale": {"$ref": "#/components/schemas/Count"},
  "dropped": {"$ref": "#/components/schemas/Count"},
  "expired": {"$ref": "#/components/schemas/Count"}},
"pulse": {
  "asks_per_minute": {"type": "number", "description": "In the last minute, about."},
  "tells_per_minute": {"type": "number"},
  "last_at": {"$ref": "#/components/schemas/MaybeTime", "description": "When it was last asked or told."},
  "paused_at": {"$ref": "#/components/schemas/MaybeTime", "description": "Since when it makes no decisions."}},
"rules": {
  "rule": {"type": "integer", "minimum": 1, "description": "Of its agent, by which it decides."},
  "newest_rule": {"type": "integer", "minimum": 1, "description": "That there is: change_bandit goes over to it."}},
"sums": {
  "told": {"$ref": "#/components/schemas/Count", "description": "Outcomes that count."},
  "loss": {"type": "number", "description": "Their sum, in the units of the spec; a reward as its loss."},
  "rewards": {"$ref": "#/components/schemas/Count", "description": "How many were told as rewards."},
  "scale": {"type": ["number", "null"], "description": "Of the last decision; null without a bank."},
  "total_invested": {"type": ["number", "null"], "description": "Null without a bank."},
  "certificate": {"type": ["number", "null"], "description": "Null without a bank."}}},

"Bandit": {"type": "object", "additionalProperties": false, "required": ["name", "spec", "created_at"],
  "parts": ["rules", "terms", "counts", "pulse", "sums"], "properties": {
  "name": {"$ref": "#/components/schemas/Name"},
  "spec": {"type": "object", "required": ["agent", "seed"]},
  "created_at": {"$ref": "#/components/schemas/Time"},
  "arms": {"type": "array", "items": {"$ref": "#/components/schemas/Arm"}, "description": "Not on a body, as the next four."},
  "probabilities": {"$ref": "#/components/schemas/Numbers"},
  "asked": {"$ref": "#/components/schemas/Counts"},
  "told_by_arm": {"$ref": "#/components/schemas/Counts"},
  "loss_by_arm": {"$ref": "#/components/schemas/Numbers"},
  "point": {"$ref": "#/components/schemas/Numbers", "description": "Linear agents only."}}},
"BanditLine": {"type": "object", "additionalProperties": false, "required": ["name", "agent", "arms", "max_open", "created_at", "leader"],
  "parts": ["counts", "pulse"], "properties": {
  "name": {"$ref": "#/components/schemas/Name"},
  "agent": {"type": "string"},
  "arms": {"$ref": "#/components/schemas/Count", "description": "How many; 0 on a body."},
  "max_open": {"type": "integer"},
  "created_at": {"$ref": "#/components/schemas/Time"},
  "leader": {"$ref": "#/components/schemas/Leader"},
  "spec": {"type": "object"}}},
"Bandits": {"type": "object", "additionalProperties": false, "required": ["bandits"], "properties": {
  "bandits": {"type": "array", "items": {"$ref": "#/components/schemas/BanditLine"}}}},
"BanditsEvent": {"type": "object", "additionalProperties": false, "required": ["at", "bandits", "gone"], "description":
  "Data of the event `bandits`: first all of them, then those that changed.", "properties": {
  "at": {"$ref": "#/components/schemas/Time"},
  "bandits": {"type": "array", "items": {"$ref": "#/components/schemas/BanditLine"}},
  "gone": {"type": "array", "items": {"$ref": "#/components/schemas/Name"}, "description": "Were deleted."}}},
"State": {"type": "object", "additionalProperties": false, "required": ["at", "name", "agent", "spec", "loss_range",
  "created_at", "leader", "arms", "arms_of", "point", "edges", "delays", "ages"],
  "parts": ["rules", "terms", "counts", "pulse", "sums"],
  "description": "Data of the event `state`.", "properties": {
  "at": {"$ref": "#/components/schemas/Time"},
  "name": {"$ref": "#/components/schemas/Name"},
  "agent": {"type": "string"},
  "spec": {"type": "object", "required": ["agent"], "description":
    "A long one has the number of its arms instead of their names, or only the name of the agent."},
  "loss_range": {"anyOf": [{"type": "null"}, {"$ref": "#/components/schemas/Numbers"}], "description": "Null: of any size."},
  "created_at": {"$ref": "#/components/schemas/Time"},
  "leader": {"$ref": "#/components/schemas/Leader"},
  "arms": {"type": "array", "maxItems": 16, "description": "The most likely ones, by number.", "items": {"type": "object",
    "additionalProperties": false, "required": ["arm", "index", "probability", "asked", "told", "loss"], "properties": {
    "arm": {"$ref": "#/components/schemas/Arm"},
    "index": {"$ref": "#/components/schemas/Count", "description": "Its number, from 0."},
    "probability": {"type": "number"},
    "asked": {"$ref": "#/components/schemas/Count"},
    "told": {"$ref": "#/components/schemas/Count"},
    "loss": {"type": "number"}}}},
  "arms_of": {"$ref": "#/components/schemas/Count", "description": "How many there are."},
  "point": {"anyOf": [{"type": "null"}, {"$ref": "#/components/schemas/Numbers"}]},
  "edges": {"$ref": "#/components/schemas/Numbers", "description":
    "Of the bins of `delays` and `ages`, in seconds: bin i is below edges[i], the last one is the rest."},
  "delays": {"$ref": "#/components/schemas/Counts", "description": "Of told outcomes."},
  "ages": {"$ref": "#/components/schemas/Counts", "description": "Of open decisions."}}},
"History": {"type": "object", "additionalProperties": false, "required": ["at", "rounds", "open", "settled", "skipped", "stale",
  "dropped", "expired", "told", "loss", "scale", "total_invested", "certificate", "arms"], "description":
  "Columns of equal length, an entry per moment, ascending; counts are totals so far.", "properties": {
  "at": {"type": "array", "items": {"$ref": "#/components/schemas/Time"}},
  "rounds": {"$ref": "#/components/schemas/Counts"},
  "open": {"$ref": "#/components/schemas/Counts"},
  "settled": {"$ref": "#/components/schemas/Counts"},
  "skipped": {"$ref": "#/components/schemas/Counts"},
  "stale": {"$ref": "#/components/schemas/Counts"},
  "dropped": {"$ref": "#/components/schemas/Counts"},
  "expired": {"$ref": "#/components/schemas/Counts"},
  "told": {"$ref": "#/components/schemas/Counts"},
  "loss": {"$ref": "#/components/schemas/Numbers"},
  "scale": {"$ref": "#/components/schemas/MaybeNumbers"},
  "total_invested": {"$ref": "#/components/schemas/MaybeNumbers"},
  "certificate": {"$ref": "#/components/schemas/MaybeNumbers"},
  "arms": {"type": "array", "maxItems": 100, "description":
    "Those that were among the 16 most likely ones, by number; of more than 100 those that were so most often.",
    "items": {"type": "object", "additionalProperties": false,
    "required": ["arm", "index", "probability", "asked", "told", "loss"], "properties": {
    "arm": {"$ref": "#/components/schemas/Arm"},
    "index": {"$ref": "#/components/schemas/Count"},
    "probability": {"$ref": "#/components/schemas/MaybeNumbers", "description": "Null: not among the most likely ones then."},
    "asked": {"$ref": "#/components/schemas/MaybeCounts"},
    "told": {"$ref": "#/components/schemas/MaybeCounts"},
    "loss": {"$ref": "#/components/schemas/MaybeNumbers"}}}}}},

"Parameter": {"type": "object", "additionalProperties": false, "required": ["name", "type", "default", "min", "max", "help"],
  "properties": {
  "name": {"type": "string"},
  "type": {"type": "string"},
  "default": {},
  "min": {"type": ["number", "integer", "null"]},
  "max": {"type": ["number", "integer", "null"]},
  "help": {"type": "string"},
  "choices": {"type": "array", "items": {"type": "string"}, "description": "Of the type `choice`: all that it may be."}}},
"Parameters": {"type": "array", "items": {"$ref": "#/components/schemas/Parameter"}},
"Catalog": {"type": "object", "additionalProperties": false, "required": ["agents", "terms"], "properties": {
  "agents": {"type": "array", "items": {"type": "object", "additionalProperties": false,
    "required": ["name", "paper", "kind", "range", "parameters"], "properties": {
    "name": {"type": "string"},
    "paper": {"type": "string"},
    "kind": {"type": "string", "enum": ["arms", "linear"]},
    "range": {"type": "array", "minItems": 2, "maxItems": 2},
    "parameters": {"$ref": "#/components/schemas/Parameters"}}}},
  "terms": {"$ref": "#/components/schemas/Parameters"}}}
})json";
}

}  // namespace banker::http
