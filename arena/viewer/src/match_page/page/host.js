// The engine beside the page: it answers messages in slices of time. The same function runs in a worker, made of its own text,
// and on the page itself where there are no workers. It may use nothing but what stands in it, and `unpack`, which is handed in as text as well.

function engineHost(post, unpack) {
  const SLICE_MS = 8, KEEP_MS = 40;
  const now = () => performance.now();
  let x = null, module = null, replay = null, perCall = 4, spent = 0;
  let wanted = null, questions = [], playing = false, indexed = false, told = -1, running = false, forks = null;
  const channel = new MessageChannel();
  channel.port1.onmessage = () => slice();
  const text = () => new TextDecoder().decode(new Uint8Array(x.memory.buffer, x.reply(), x.reply_length()));

  function open(advised) {
    x = new WebAssembly.Instance(module, {}).exports;
    const at = x.input(replay.length);
    new Uint8Array(x.memory.buffer).set(replay, at);
    if (!x.open(advised ? 1 : 0)) throw new Error(text());
    indexed = false;
    told = -1;
  }

  // Calls `step(ticks, keep)` until it says that it is done, or the slice is over.
  function work(until, step) {
    for (;;) {
      const began = now(), keep = spent > KEEP_MS;
      const done = step(perCall, keep ? 1 : 0);
      const took = now() - began;
      spent = keep ? took : spent + took;
      if (took < 2) perCall = Math.min(perCall * 2, 512);
      else if (took > 5) perCall = Math.max(1, perCall >> 1);
      if (done) return true;
      if (now() >= until) return false;
    }
  }

  function reach(tick, until) {
    return work(until, (ticks, keep) => x.seek(tick, ticks, keep) === tick);
  }

  function frame() {
    const { tick, team, began } = wanted;
    x.frame(team);
    const frame = numbers();
    wanted = null;
    post({ frame, tick, team, ms: now() - began }, [frame.buffer]);
  }

  function numbers() {
    return new Int32Array(x.memory.buffer.slice(x.reply(), x.reply() + x.reply_length()));
  }

  const answers = {
    passages: (team) => (x.passages(team), numbers()),
    slots: () => (x.slots(), numbers()),
    traffic: () => (x.traffic(), numbers()),
    sight: (team) => (x.frame(team), numbers()),
    why: (unit) => (x.why(unit), JSON.parse(text())),
    player: (player) => (x.player(player), JSON.parse(text())),
    lanes: (player) => (x.lanes(player), JSON.parse(text())),
    made: () => (x.made(), JSON.parse(text())),
    deaths: () => (x.deaths(), JSON.parse(text())),
    flow: (unit) => (x.flow(unit), JSON.parse(text())),
    trail: (unit) => (x.trail(unit, 160), JSON.parse(text())),
    hash: () => (x.state_hash(), text()),
  };

  function index(until) {
    let state;
    indexed = work(until, (ticks, keep) => {
      x.index(ticks, keep);
      state = JSON.parse(text());
      return state.done;
    });
    if (indexed || state.tick - told >= 256) {
      told = state.tick;
      post({ index: state });
    }
  }

  // Plays forks one after the other, once the index pass has come to the tick at which they part.
  function branch(until) {
    const { tick, numbers } = forks;
    if (forks.reached < tick) {
      work(until, (ticks) => {
        x.index(Math.min(ticks, tick - forks.reached), 0);
        forks.reached = JSON.parse(text()).tick;
        return forks.reached >= tick;
      });
      return;
    }
    if (!forks.begun && !x.fork(numbers[0])) throw new Error(text());
    forks.begun = true;
    let winner = -1;
    if (!work(until, (ticks) => (winner = x.play_fork(ticks)) >= 0)) return;
    forks.begun = false;
    post({ fork: numbers.shift(), winner });
    if (numbers.length === 0) forks = null;
  }

  function slice() {
    running = false;
    if (!x) return;
    try {
      const until = now() + SLICE_MS;
      const [question] = questions;
      if (wanted && reach(wanted.tick, until)) frame();
      else if (!wanted && question) {
        if (question.tick === undefined || reach(question.tick, until)) {
          questions.shift();
          post({ answer: answers[question.ask](question.about), id: question.id });
        }
      } else if (forks) branch(until);
      else if (!wanted && !indexed) index(playing ? now() + SLICE_MS / 4 : until);
    } catch (error) {
      // The module has stopped for good; whatever it said is left in its reply.
      let why = String(error.message || error);
      try { why = text() || why; } catch { /* It said nothing. */ }
      x = null;
      post({ failed: why });
      return;
    }
    wake();
  }

  function wake() {
    if (running || !x || !(wanted || questions.length > 0 || forks || !indexed)) return;
    running = true;
    channel.port2.postMessage(0);
  }

  return async (message) => {
    try {
      if (message.open) {
        if (message.open.wasm) {
          const { wasm } = message.open;
          // A module begins with a zero byte, which no LZMA of one does.
          module = await WebAssembly.compile(wasm[0] === 0 ? wasm : unpack(wasm));
          replay = message.open.replay;
        }
        open(message.open.advised);
        post({ opened: true });
      }
      if (message.seek) wanted = { ...message.seek, began: now() };
      if (message.ask) questions.push(message);
      if (message.forks) {
        forks = { ...message.forks, reached: 0 };
        indexed = true;
      }
      if (message.stop) x = forks = null;
      if (message.playing !== undefined) playing = message.playing;
    } catch (error) {
      x = null;
      post({ refused: String(error.message || error) });
      return;
    }
    wake();
  };
}
