// Requests as lines for a shell.

/** A word in single quotes. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

export const kBearer = '-H "Authorization: Bearer $BANKER_TOKEN"';

/** JSON that a reader can take in: one key per line; what is inside of a key stays on its line. */
export function broken(body: Record<string, unknown>): string {
  const lines = Object.entries(body).map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)}`);
  return lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n}`;
}

/** The command that makes a bandit. */
export function createLine(origin: string, body: Record<string, unknown>, token: boolean): string {
  return `curl ${origin}/v1/bandits ${token ? `${kBearer} ` : ''}-d ${quoted(broken(body))}`;
}
