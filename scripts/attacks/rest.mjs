// Requests of the interface from one address of 127.0.0.0/8.

import http from 'node:http';
import https from 'node:https';

const PATIENCE = 30_000;
const PLAIN = { protocol: http, agent: new http.Agent({ keepAlive: true }) };
// Nobody has signed the server's certificate.
const ENCRYPTED = { protocol: https, agent: new https.Agent({ keepAlive: true, rejectUnauthorized: false }) };

// The status of an answer and what it says; a status of 0 if none comes.
export function ask(where, method, path, wish) {
  return send(where, method, `/api/v1${path}`, wish);
}

// The same for a whole path.
export function send(where, method, path, { body, text: sent = body && JSON.stringify(body), token, headers: own } = {}) {
  const { from, port, encrypted } = where;
  const { protocol, agent } = encrypted ? ENCRYPTED : PLAIN;
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }), ...own };
    const address = { host: '127.0.0.1', port, localAddress: from, path };
    const request = protocol.request({ ...address, method, headers, agent, timeout: PATIENCE }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (piece) => { text += piece; });
      answer.on('close', () => resolve({ status: answer.statusCode, content: parsed(text) }));
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve({ status: 0 }));
    request.end(sent);
  });
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// What a request that has to succeed is answered.
export async function make(where, path, wish = {}) {
  const { status, content } = await ask(where, 'POST', path, { body: {}, ...wish });
  if (status < 200 || status >= 300) throw new Error(`${path}: ${status} ${JSON.stringify(content)}`);
  return content;
}

// A new player; null if the server takes none now.
export async function guest(where, name = 'Ann') {
  const { content } = await ask(where, 'POST', '/guests', { body: { name } });
  return content?.token ? content : null;
}
