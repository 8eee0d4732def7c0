// The part of the address after '#': which page it is.

export type Route =
  | { page: 'list'; query: URLSearchParams }
  | { page: 'new' }
  | { page: 'bandit'; name: string }
  | { page: 'decision'; name: string; id: string }
  | { page: 'unknown' };

export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#/, '').split(/\?(.*)/s);
  const parts = path.split('/').filter((part) => part !== '').map(decoded);
  if (parts.includes(null)) return { page: 'unknown' };
  const [first, name, second, id, ...rest] = parts as string[];
  if (first === undefined) return { page: 'list', query: new URLSearchParams(query) };
  if (first === 'new' && name === undefined) return { page: 'new' };
  if (first !== 'b' || name === undefined || rest.length > 0) return { page: 'unknown' };
  if (second === undefined) return { page: 'bandit', name };
  return second === 'd' && id !== undefined ? { page: 'decision', name, id } : { page: 'unknown' };
}

export function banditHash(name: string): string {
  return `#/b/${encodeURIComponent(name)}`;
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
