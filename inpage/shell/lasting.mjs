// Files that last: a folder of Python's file system whose named files lie in the browser's own storage for this site.
// SQLite works on them as on a disk: what it has synced is there, whatever becomes of the page.
//
// Each file is behind a handle that is opened beforehand, since opening waits and SQLite does not; a file has one
// handle at a time in the whole browser, and only a dedicated worker may have it. All other files of the folder
// (SQLite's -shm) are in memory.

// Tries, a twentieth of a second apart: a window that was just closed lets go of its files a moment later.
const PATIENCE = 100;
const NO_DEVICE = 43; // Emscripten's ENODEV: these files cannot be mapped into memory

export async function lastingFolder(FS, at, names) {
  const root = await navigator.storage.getDirectory(), handles = {};
  for (const name of names) handles[name] = await opened(await root.getFileHandle(name, { create: true }));
  FS.mkdir(at);
  FS.mount(FS.filesystems.MEMFS, {}, at);
  const folder = FS.lookupPath(at).node, memory = folder.node_ops;
  const size = (node) => handles[node.name].getSize();

  function lasts(node) {
    const { node_ops } = node;
    node.node_ops = {
      ...node_ops,
      getattr: (one) => ({ ...node_ops.getattr(one), size: size(one), blocks: Math.ceil(size(one) / 4096) }),
      setattr(one, { size: bytes, ...rest }) {
        if (bytes !== undefined && bytes !== null) handles[one.name].truncate(bytes);
        node_ops.setattr(one, rest);
      },
    };
    node.stream_ops = {
      llseek: (stream, by, from) => by + [0, stream.position, size(stream.node)][from],
      read: ({ node: { name } }, buffer, start, length, where) =>
        handles[name].read(buffer.subarray(start, start + length), { at: where }),
      write: ({ node: { name } }, buffer, start, length, where) =>
        handles[name].write(buffer.subarray(start, start + length), { at: where }),
      fsync({ node: { name } }) {
        handles[name].flush();
        return 0;
      },
      mmap() {
        throw new FS.ErrnoError(NO_DEVICE);
      },
    };
    return node;
  }

  folder.node_ops = {
    ...memory,
    mknod(parent, name, ...how) {
      const node = memory.mknod(parent, name, ...how);
      return name in handles ? lasts(node) : node;
    },
    unlink(parent, name) {
      handles[name]?.truncate(0);
      handles[name]?.flush();
      memory.unlink(parent, name);
    },
  };
  for (const name of names) if (handles[name].getSize()) FS.mknod(`${at}/${name}`, 0o100600, 0);
  return () => Object.values(handles).forEach((handle) => handle.close());
}

async function opened(file) {
  for (let tried = 0; ; tried++) {
    try {
      return await file.createSyncAccessHandle();
    } catch (why) {
      if (tried > PATIENCE) throw why;
      await new Promise((again) => setTimeout(again, 50));
    }
  }
}
