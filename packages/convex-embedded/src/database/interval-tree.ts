/**
 * Half-open intervals of keys, which can be found by a key inside them. The intervals are in a treap ordered by
 * their start. Each node stores the greatest end below it, so that a search costs the depth of the tree plus the
 * number of results. Every interval has a set of owners. Equal intervals of several owners are one node.
 */
export interface IntervalNode<Owner> {
  readonly start: string;
  /** Null for an interval without end. */
  readonly end: string | null;
  readonly owners: Set<Owner>;
  /** The greatest end in this subtree. Null if one of its intervals has no end. */
  maxEnd: string | null;
  readonly priority: number;
  left: IntervalNode<Owner> | null;
  right: IntervalNode<Owner> | null;
}

function compareEnds(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -1 : 1;
}

export class IntervalTree<Owner> {
  #root: IntervalNode<Owner> | null = null;
  #seed = 0x9e3779b9;

  /** Priorities must be spread but not secret. A small generator is enough and makes runs repeatable. */
  #nextPriority(): number {
    this.#seed ^= this.#seed << 13;
    this.#seed ^= this.#seed >>> 17;
    this.#seed ^= this.#seed << 5;
    return this.#seed >>> 0;
  }

  get isEmpty(): boolean {
    return this.#root === null;
  }

  add(start: string, end: string | null, owner: Owner): void {
    const known = this.#find(start, end);
    if (known !== null) {
      known.owners.add(owner);
      return;
    }
    const priority = this.#nextPriority();
    const node = { start, end, owners: new Set([owner]), maxEnd: end, priority, left: null, right: null };
    this.#root = insert(this.#root, node);
  }

  /** The interval is removed with its last owner. */
  remove(start: string, end: string | null, owner: Owner): void {
    const node = this.#find(start, end);
    if (node === null) return;
    node.owners.delete(owner);
    if (node.owners.size === 0) this.#root = remove(this.#root, node);
  }

  #find(start: string, end: string | null): IntervalNode<Owner> | null {
    let node = this.#root;
    while (node !== null) {
      const order = compareIntervals(start, end, node);
      if (order === 0) return node;
      node = order < 0 ? node.left : node.right;
    }
    return null;
  }

  /** Adds the owners of all intervals that contain the key to `found`. Returns the number of examined nodes. */
  collect(key: string, found: Set<Owner>): number {
    const pending = [this.#root];
    let looked = 0;
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      looked += 1;
      // No interval in this subtree reaches beyond the key.
      if (node === null || (node.maxEnd !== null && node.maxEnd <= key)) continue;
      pending.push(node.left);
      if (node.start > key) continue;
      if (node.end === null || key < node.end) for (const owner of node.owners) found.add(owner);
      pending.push(node.right);
    }
    return looked;
  }
}

function compareIntervals<Owner>(start: string, end: string | null, node: IntervalNode<Owner>): number {
  if (start !== node.start) return start < node.start ? -1 : 1;
  return compareEnds(end, node.end);
}

function update<Owner>(node: IntervalNode<Owner>): IntervalNode<Owner> {
  let maxEnd = node.end;
  for (const child of [node.left, node.right]) {
    if (child !== null && compareEnds(child.maxEnd, maxEnd) > 0) maxEnd = child.maxEnd;
  }
  node.maxEnd = maxEnd;
  return node;
}

function insert<Owner>(root: IntervalNode<Owner> | null, node: IntervalNode<Owner>): IntervalNode<Owner> {
  if (root === null) return node;
  if (node.priority > root.priority) {
    [node.left, node.right] = split(root, node);
    return update(node);
  }
  if (compareIntervals(node.start, node.end, root) < 0) root.left = insert(root.left, node);
  else root.right = insert(root.right, node);
  return update(root);
}

/** The first tree has the intervals before `at`, the second those after it. */
function split<Owner>(
  root: IntervalNode<Owner> | null,
  at: IntervalNode<Owner>,
): [IntervalNode<Owner> | null, IntervalNode<Owner> | null] {
  if (root === null) return [null, null];
  if (compareIntervals(at.start, at.end, root) < 0) {
    const [before, after] = split(root.left, at);
    root.left = after;
    return [before, update(root)];
  }
  const [before, after] = split(root.right, at);
  root.right = before;
  return [update(root), after];
}

function remove<Owner>(
  root: IntervalNode<Owner> | null,
  node: IntervalNode<Owner>,
): IntervalNode<Owner> | null {
  if (root === null) return null;
  if (root === node) return join(root.left, root.right);
  if (compareIntervals(node.start, node.end, root) < 0) root.left = remove(root.left, node);
  else root.right = remove(root.right, node);
  return update(root);
}

/** `first` must be entirely before `second`. */
function join<Owner>(
  a: IntervalNode<Owner> | null,
  b: IntervalNode<Owner> | null,
): IntervalNode<Owner> | null {
  if (a === null) return b;
  if (b === null) return a;
  if (a.priority > b.priority) {
    a.right = join(a.right, b);
    return update(a);
  }
  b.left = join(a, b.left);
  return update(b);
}
