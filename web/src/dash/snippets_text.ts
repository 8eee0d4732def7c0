// Programs that use a bandit, in three languages: ask, play, tell. They are complete and run as they are.
import { kBearer, quoted } from './form_curl.ts';
import type { State } from './wire.ts';

export interface Use {
  origin: string; // "http://127.0.0.1:8080"
  name: string;
  token: boolean; // the server wants one
  action: boolean; // a linear agent: a point in place of an arm
  outcome: 'loss' | 'reward';
  value: number; // an outcome in its range
}

// Of their own: the same id would be the same decision.
const kIds = { curl: 'visit-4711', Python: 'visit-4712', 'C++': 'visit-4713' } as const;

export const kLanguages = ['curl', 'Python', 'C++'] as const;
export type Language = (typeof kLanguages)[number];

/** How this bandit is used, as far as one can see; null: nothing is known yet. */
export function useOf(origin: string, name: string, token: boolean, state: State | null): Use {
  const outcome = outcomeOf(state);
  const [low, high] = state === null ? [0, 1] : (state.loss_range ?? [0, 4]);
  const value = outcome === 'reward' ? high : low + (high - low) / 4;
  return { origin, name, token, action: state !== null && state.point !== null, outcome, value };
}

// What was told so far; before that, what the terms speak of. Times and costs, of any size, are losses.
function outcomeOf(state: State | null): 'loss' | 'reward' {
  if (state === null) return 'reward';
  if (state.told > 0) return 2 * state.rewards >= state.told ? 'reward' : 'loss';
  if (typeof state.on_expiry === 'object') return 'loss' in state.on_expiry ? 'loss' : 'reward';
  return state.loss_range === null || state.point !== null ? 'loss' : 'reward';
}

export function snippet(language: Language, use: Use): string {
  switch (language) {
    case 'curl':
      return curl(use);
    case 'Python':
      return python(use);
    case 'C++':
      return cpp(use);
  }
}

function curl({ origin, name, token, action, outcome, value }: Use): string {
  const line = (path: string, body: unknown): string =>
    `curl -sS ${token ? `${kBearer} ` : ''}${origin}/v1/bandits/${name}/${path} -d ${quoted(JSON.stringify(body))} -w ' %{http_code}\\n'`;
  return [
    `# ask: "${action ? 'action' : 'arm'}" in the answer is what to play. The id is yours: the visit, the order, the job`,
    line('ask', { decision_id: kIds.curl }),
    '',
    '# tell, when it is known, minutes or days later: 204 is counted',
    line(`decisions/${kIds.curl}/tell`, { [outcome]: value }),
    '',
  ].join('\n');
}

function python({ origin, name, token, action, outcome, value }: Use): string {
  const secret = token ? ', token=os.environ["BANKER_TOKEN"]' : '';
  return [
    '# banker: make python, then PYTHONPATH=build/python; it needs numpy',
    `import ${token ? 'os, ' : ''}banker`,
    '',
    `bandit = banker.connect(${JSON.stringify(origin)}${secret})[${JSON.stringify(name)}]`,
    `shown = bandit.ask(decision_id="${kIds.Python}")  # yours: the visit, the order, the job`,
    `print(shown.${action ? 'action' : 'arm'})  # play this`,
    `bandit.tell("${kIds.Python}", ${outcome}=${value})  # minutes or days later, from any process`,
    '',
  ].join('\n');
}

function cpp({ origin, name, token, action, outcome, value }: Use): string {
  const bearer = token
    ? `
  if (const char* token = std::getenv("BANKER_TOKEN"))
    headers = curl_slist_append(headers, ("Authorization: Bearer " + std::string(token)).c_str());`
    : '';
  return `// c++ -std=c++17 client.cpp -lcurl
#include <curl/curl.h>

#include <cstdio>${token ? '\n#include <cstdlib>' : ''}
#include <string>

const std::string kBandit = ${JSON.stringify(`${origin}/v1/bandits/${name}`)};

std::size_t keep(char* data, std::size_t, std::size_t size, void* answer) {
  static_cast<std::string*>(answer)->append(data, size);
  return size;
}

// Prints what the server says. Give every thread a connection of its own, and keep it.
long post(CURL* connection, const std::string& path, const std::string& body) {
  std::string answer;
  curl_slist* headers = curl_slist_append(nullptr, "Content-Type: application/json");${bearer}
  curl_easy_setopt(connection, CURLOPT_URL, (kBandit + path).c_str());
  curl_easy_setopt(connection, CURLOPT_HTTPHEADER, headers);
  curl_easy_setopt(connection, CURLOPT_POSTFIELDS, body.c_str());
  curl_easy_setopt(connection, CURLOPT_WRITEFUNCTION, keep);
  curl_easy_setopt(connection, CURLOPT_WRITEDATA, &answer);
  long status = 0;
  if (curl_easy_perform(connection) == CURLE_OK) curl_easy_getinfo(connection, CURLINFO_RESPONSE_CODE, &status);
  curl_slist_free_all(headers);
  std::printf("%ld %s\\n", status, answer.c_str());
  return status;
}

int main() {
  curl_global_init(CURL_GLOBAL_DEFAULT);
  CURL* connection = curl_easy_init();
  // "${action ? 'action' : 'arm'}" in the answer is what to play. The id is yours: the visit, the order, the job.
  const long asked = post(connection, "/ask", R"({"decision_id":"${kIds['C++']}"})");
  // Minutes or days later: 204 is counted.
  const long told = asked == 200 ? post(connection, "/decisions/${kIds['C++']}/tell", R"({"${outcome}":${value}})") : 0;
  curl_easy_cleanup(connection);
  return told == 204 ? 0 : 1;
}
`;
}
