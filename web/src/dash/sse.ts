// Server-sent events, taken apart. https://html.spec.whatwg.org/multipage/server-sent-events.html

export interface Message {
  kind: string; // "message" if the server names none
  data: string;
}

/** Takes the stream in pieces, wherever they were cut, and says every message when it is complete. Comments and unknown fields are nothing. */
export function sseParser(message: (message: Message) => void): (piece: string) => void {
  let held = ''; // the beginning of a line
  let seen = 0; // of it: has no end of a line
  let skip = false; // the next '\n' belongs to the '\r' before it
  let first = true;
  let kind = '';
  let data: string[] = [];

  function line(text: string): void {
    if (text === '') {
      if (data.length > 0) message({ kind: kind || 'message', data: data.join('\n') });
      kind = '';
      data = [];
      return;
    }
    const colon = text.indexOf(':');
    const field = colon < 0 ? text : text.slice(0, colon);
    const value = colon < 0 ? '' : text.slice(colon + (text[colon + 1] === ' ' ? 2 : 1));
    if (field === 'event') kind = value;
    else if (field === 'data') data.push(value);
  }

  return (piece) => {
    let text = held + (first ? piece.replace(/^\uFEFF/, '') : piece);
    if (piece !== '') first = false;
    if (skip && text.startsWith('\n')) text = text.slice(1);
    if (text !== '') skip = false;
    let begin = 0;
    for (let at = seen; at < text.length; at++) {
      const letter = text[at];
      if (letter !== '\n' && letter !== '\r') continue;
      line(text.slice(begin, at));
      if (letter === '\r' && text[at + 1] === '\n') at++;
      else if (letter === '\r' && at + 1 === text.length) skip = true;
      begin = at + 1;
    }
    held = text.slice(begin);
    seen = held.length;
  };
}
