/** Our own lint rules, for code that no published rule recognizes without types. */

/**
 * Whether an expression contains a call of a method of `name`, such as `q.eq(…)` in the filter of a query.
 * @param {any} node @param {string} name
 * @returns {boolean}
 */
const callsMethodOf = (node, name) =>
  node?.type === "CallExpression" &&
  ((node.callee.type === "MemberExpression" && node.callee.object.name === name) ||
    node.arguments.some((/** @type {any} */ argument) => callsMethodOf(argument, name)));

/** Forbids `.filter((q) => q.eq(…))`, which reads every row in the range. Use an index or a page instead. */
const noFilterInQuery = {
  create: (/** @type {any} */ context) => ({
    CallExpression(/** @type {any} */ node) {
      const [callback] = node.arguments;
      if (node.callee.property?.name !== "filter" || callback?.type !== "ArrowFunctionExpression") return;
      const [parameter] = callback.params;
      if (parameter?.type === "Identifier" && callsMethodOf(callback.body, parameter.name)) {
        context.report({
          node: node.callee.property,
          message: "A query narrows by an index; its filter reads every row.",
        });
      }
    },
  }),
};

/**
 * Forbids React's own `lazy`. If the loaded code cannot be fetched, an error message would replace the whole page.
 */
const noPlainLazy = {
  create: (/** @type {any} */ context) => ({
    ImportSpecifier(/** @type {any} */ node) {
      if (node.imported.name !== "lazy" || node.parent.source.value !== "react") return;
      context.report({
        node,
        message: "A part that comes later is made by late, lateLazy or readyLazy, which wait for the line.",
      });
    },
  }),
};

export default {
  meta: { name: "studbook" },
  rules: { "no-filter-in-query": noFilterInQuery, "no-plain-lazy": noPlainLazy },
};
