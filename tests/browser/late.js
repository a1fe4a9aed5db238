// Runs in every page before its own scripts, with the delay in ms in the place of DELAY.
//
// No server answers before a test can look: what the page asks for and what it is told come late, so
// that a test that does not wait for them fails everywhere, not on a busy machine alone. `settled` is
// what it waits for. Both go by the real time where a test has stopped the page's.
if (!window.settled) {
  const { fetch, setTimeout, requestAnimationFrame } = window;
  const { json } = Response.prototype;
  const { addEventListener } = EventTarget.prototype;
  let awaited = 0;

  window.settled = async () => {
    do await new Promise((done) => requestAnimationFrame(done));
    while (awaited);
  };
  window.fetch = async (...asked) => {
    awaited += 1;
    await new Promise((done) => setTimeout(done, DELAY));
    try {
      return await fetch(...asked);
    } catch (error) {
      setTimeout(() => (awaited -= 1));
      throw error;
    }
  };
  Response.prototype.json = async function () {
    try {
      return await json.call(this);
    } finally {
      // After who asked has drawn it.
      setTimeout(() => (awaited -= 1));
    }
  };
  EventTarget.prototype.addEventListener = function (kind, hear, ...more) {
    const late = (event) => {
      awaited += 1;
      setTimeout(() => {
        hear.call(this, event);
        awaited -= 1;
      }, DELAY);
    };
    const told = kind === "message" && this.constructor.name.startsWith("WebSocket");
    return addEventListener.call(this, kind, told ? late : hear, ...more);
  };
}
