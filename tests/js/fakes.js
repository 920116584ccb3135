// Timers that only move when a test says so.
export class FakeTimers {
  constructor() {
    this.now = 0;
    this.next = 1;
    this.waiting = new Map();
    this.setTimeout = (action, delay) => {
      this.waiting.set(this.next, { action, at: this.now + delay });
      return this.next++;
    };
    this.clearTimeout = (id) => this.waiting.delete(id);
  }

  advance(time) {
    const end = this.now + time;
    for (;;) {
      const due = [...this.waiting].filter(([, timer]) => timer.at <= end).sort((a, b) => a[1].at - b[1].at)[0];
      if (!due) break;
      this.waiting.delete(due[0]);
      this.now = due[1].at;
      due[1].action();
    }
    this.now = end;
  }
}

/** A socket whose server is the test. */
export class FakeSocket {
  static made = [];

  constructor(url) {
    this.url = url;
    this.sent = [];
    this.closed = false;
    FakeSocket.made.push(this);
  }

  static get last() {
    return FakeSocket.made.at(-1);
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.closed = true;
  }

  /** A frame from the server. */
  says(frame) {
    this.onmessage({ data: JSON.stringify(frame) });
  }

  hello(player = null) {
    this.says({ type: 'hello', protocol: 2, server: 'test', player });
  }

  /** The server, or the network, closes the socket. */
  breaks(code = 1006) {
    this.onclose({ code });
  }
}

/** The storage of a tab. */
export class FakeStorage {
  items = new Map();

  get length() {
    return this.items.size;
  }

  key(place) {
    return [...this.items.keys()][place] ?? null;
  }

  getItem(name) {
    return this.items.get(name) ?? null;
  }

  setItem(name, value) {
    this.items.set(name, String(value));
  }

  removeItem(name) {
    this.items.delete(name);
  }
}
