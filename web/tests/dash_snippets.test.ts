import { describe, expect, it } from 'vitest';
import { kLanguages, snippet, useOf, type Use } from '../src/dash/snippets_text.ts';
import type { State } from '../src/dash/wire.ts';

const kIds = { curl: 'visit-4711', Python: 'visit-4712', 'C++': 'visit-4713' }; // the same id would be the same decision
const kUse: Use = { origin: 'http://127.0.0.1:8080', name: 'ads', token: false, action: false, outcome: 'reward', value: 1 };

function state(more: Partial<State>): State {
  return { point: null, loss_range: [0, 1], told: 0, rewards: 0, on_expiry: 'drop', ...more } as State;
}

describe('snippets', () => {
  it('name the server, the bandit, and both requests', () => {
    for (const language of kLanguages) {
      const code = snippet(language, kUse);
      expect(code).toContain('http://127.0.0.1:8080');
      expect(code).toContain('ads');
      expect(code).toContain(kIds[language]);
      expect(code).toMatch(/reward"?[:=]1\b/);
      expect(code).toContain('arm');
      expect(code).not.toContain('BANKER_TOKEN');
      expect(code).not.toMatch(/undefined|NaN/);
    }
  });

  it('curl says what docs/server.md says, and prints the status', () => {
    expect(snippet('curl', kUse).split('\n').filter((line) => line.startsWith('curl'))).toEqual([
      `curl -sS http://127.0.0.1:8080/v1/bandits/ads/ask -d '{"decision_id":"visit-4711"}' -w ' %{http_code}\\n'`,
      `curl -sS http://127.0.0.1:8080/v1/bandits/ads/decisions/visit-4711/tell -d '{"reward":1}' -w ' %{http_code}\\n'`,
    ]);
  });

  it('Python has seven lines', () => {
    expect(snippet('Python', kUse).trimEnd().split('\n')).toHaveLength(7);
    expect(snippet('Python', { ...kUse, outcome: 'loss', value: 0.25 })).toContain('bandit.tell("visit-4712", loss=0.25)');
  });

  it('C++ closes what it opens', () => {
    const code = snippet('C++', { ...kUse, token: true });
    for (const [open, close] of ['{}', '()'] as const) expect(code.split(open!).length).toBe(code.split(close!).length);
    expect(code).toContain(String.raw`R"({"reward":1})"`);
    expect(code).toContain('#include <cstdlib>');
  });

  it('send a token if one is used', () => {
    for (const language of kLanguages) expect(snippet(language, { ...kUse, token: true })).toContain('BANKER_TOKEN');
    expect(snippet('Python', { ...kUse, token: true })).toContain('import os, banker');
  });

  it('play a point where there is one', () => {
    expect(snippet('Python', { ...kUse, action: true })).toContain('shown.action');
    expect(snippet('C++', { ...kUse, action: true })).toContain('"action" in the answer');
  });
});

describe('how a bandit is used', () => {
  const use = (more: Partial<State>): Use => useOf('http://h', 'ads', false, state(more));
  it('by what was told', () => {
    expect(use({ told: 10, rewards: 9 })).toMatchObject({ outcome: 'reward', value: 1, action: false });
    expect(use({ told: 10, rewards: 1 })).toMatchObject({ outcome: 'loss', value: 0.25 });
  });
  it('before that, by its terms', () => {
    expect(use({ on_expiry: { loss: 1 } }).outcome).toBe('loss');
    expect(use({ on_expiry: { reward: 0 }, loss_range: null }).outcome).toBe('reward');
    expect(use({ loss_range: null }).outcome).toBe('loss');
    expect(use({}).outcome).toBe('reward');
  });
  it('with values in its range', () => {
    expect(use({ told: 1, rewards: 0, loss_range: [-1, 1] }).value).toBe(-0.5);
    expect(use({ told: 1, rewards: 1, loss_range: [0, 30] }).value).toBe(30);
    expect(use({ point: [0, 0] }).action).toBe(true);
  });
});
