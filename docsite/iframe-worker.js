// A page opened from a folder may start no worker, and its search needs one: here the worker's script runs in a hidden
// frame, which is spoken to as a worker is. The name is the one by which the site's builder knows that there is such a thing.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.documentElement.append(this.frame);
      const { contentWindow: inside, contentDocument: page } = this.frame;
      inside.postMessage = (data) => setTimeout(() => {
        const said = new MessageEvent("message", { data });
        this.onmessage?.(said);
        this.dispatchEvent(said);
      });
      const script = page.createElement("script");
      this.ready = new Promise((done) => { script.onload = done; });
      script.src = new URL(url, location.href).href;
      page.documentElement.append(script);
    }
    postMessage(data) {
      this.ready.then(() => this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data })));
    }
    terminate() {
      this.frame.remove();
    }
  };
}
