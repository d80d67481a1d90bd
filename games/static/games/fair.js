// The dice of docs/dice.md, computed by the browser: window.fairDice.
(() => {
  "use strict";
  const FACES = 6;

  const fromHex = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const toHex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const utf8 = (text) => new TextEncoder().encode(text);

  async function commitment(secret) {
    return toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", fromHex(secret))));
  }

  // Draws numbers for one message: blocks of 32 bytes, as many as are needed.
  function stream(key, message) {
    const blocks = [];
    let used = 0;
    async function byte() {
      if (used === blocks.length * 32) {
        const text = utf8(`${message}|${blocks.length}`);
        blocks.push(new Uint8Array(await crypto.subtle.sign("HMAC", key, text)));
      }
      used += 1;
      return blocks[Math.floor((used - 1) / 32)][(used - 1) % 32];
    }
    async function below(limit) {
      const fair = 256 - (256 % limit);
      let drawn = await byte();
      while (drawn >= fair) drawn = await byte();
      return drawn % limit;
    }
    return { below, bytes: () => blocks.map(toHex).join(" ") };
  }

  async function dice(secret) {
    const algorithm = { name: "HMAC", hash: "SHA-256" };
    const key = await crypto.subtle.importKey("raw", fromHex(secret), algorithm, false, ["sign"]);

    async function roll(message, count) {
      const source = stream(key, message);
      const faces = [];
      while (faces.length < count) faces.push((await source.below(FACES)) + 1);
      return { faces, bytes: source.bytes() };
    }

    async function shuffle(message, count) {
      const source = stream(key, message);
      const order = [...Array(count).keys()];
      for (let last = count - 1; last > 0; last -= 1) {
        const drawn = await source.below(last + 1);
        [order[last], order[drawn]] = [order[drawn], order[last]];
      }
      return { order, bytes: source.bytes() };
    }
    return { roll, shuffle };
  }

  // Dice in the order rolled as a log tells them: those after the first few are sorted.
  function asTold(faces, inOrder) {
    return [...faces.slice(0, inOrder), ...faces.slice(inOrder).sort((a, b) => a - b)];
  }

  const same = (one, other) => one.length === other.length && one.every((item, i) => item === other[i]);

  window.fairDice = { possible: Boolean(window.crypto?.subtle), commitment, dice, asTold, same };
})();
