/**
 * Finds the texts of screens, messages, printed papers and the API in the source with the TypeScript parser, and
 * reports texts that break the rules of `docs/writing.md`. A value inside a text is shown as `{}`.
 */
import ts from "typescript";

/** Users cannot see the text of these attributes. */
const SILENT =
  /^(className|class|style|variant|size|type|role|id|key|htmlFor|d|viewBox|name|to|href|side|align|autoComplete|inputMode|data-.*)$/u;

/** The text of these elements is the label of a button, a menu entry or the title of a dialog. */
const IN_TITLE_CASE = /^(Button|DropdownMenuItem|DialogTitle|AlertDialogTitle|SheetTitle)$/u;

/** Words that are lowercase inside a title. */
const SMALL =
  /^(a|an|and|as|at|but|by|for|from|in|into|its|of|off|on|or|over|per|than|the|to|up|via|vs\.?|with)$/u;

/**
 * Labels that are answers or sentences instead of commands, and names with this spelling in the product documents.
 * @type {ReadonlySet<string>}
 */
const SENTENCES = new Set([
  "She is spayed",
  "She is not spayed",
  "This and all following",
  "Only this reminder",
  "Add widget",
  "Skip tutorial",
  "Dog limit reached!",
]);

/** Phrases of the product documents that break a rule but must not be changed. */
const QUOTED = /\b(dog|day|photo|vaccination)\(s\)|^Breeding status updated to '/u;

/**
 * Patterns that a text must not contain, each with its replacement.
 * @type {readonly (readonly [RegExp, string])[]}
 */
const RULES = [
  [/\be-mail/iu, "email"],
  [/\b(reckon|foretold|anew)/iu, "calculate, predicted, again"],
  [/\bany more\b(?! \w)/iu, "no longer"],
  [/\bmeanwhile\b/iu, "in the meantime"],
  [/\bfalls? due\b/iu, "is due"],
  [/\bis overdue since\b/iu, "has been overdue since"],
  [/\b(are|is) usual\b/iu, "is typical, is expected"],
  [/\bwants a look\b/iu, "needs attention"],
  [/\bwished\b/iu, "prefers"],
  [/\bspeaks? against\b/iu, "No concerns"],
  [/\btake (it )?back\b|\btaken back\b/iu, "undo, undone"],
  [/\bstands? (here|under)\b/iu, "appears here"],
  [/\b(holds until|no longer holds)\b/iu, "is valid until, is no longer valid"],
  [/\bas it (may|shall)\b|\bshall\b/iu, "can, must, or the plain present"],
  [/(?<!\bthere )\b(is|was) no (?!longer\b|more\b)/iu, "is not a"],
  [/\b(puppy|puppies|dog|dogs) less\b/iu, "fewer"],
  [/\p{L} already(?=[.,;:]|$)/u, "'already' before the verb's last word"],
  [/\b(cancell(ed|ing)|colou?rs? wished|behaviour|licence|grey)\b/iu, "American spelling"],
  [/\bnothing (booked|to be reminded of)\b|\bbooked\b.*\bvaccination/iu, "scheduled, No reminders"],
  [/[\d}] %/u, "a percent sign without a space before it"],
  [
    /\p{L}…/u,
    "three dots ('...') for what is going on or goes on in a dialog; '…' only where text is cut off",
  ],
  [/(?<!\.)\.\.(?![./])|\.{4}/u, "three dots"],
  [/ \.\.\./u, "no space before '...'"],
  [/’/u, "a straight apostrophe (')"],
  [/(^|[\s(])"[\p{L}{][^"<>=]*"(?=[\s).,;:?!]|$)/u, "curly quotes (“…”) around what is named"],
  [/(^|[\s(])'\p{Lu}[^'<>=]*'(?=[\s).,;:?!]|$)/u, "curly quotes (“…”) around what is named"],
  [/\p{L}\(s\)/u, "the singular and the plural as words of their own"],
  [/\p{L} [,;:!?.](\s|$)/u, "no space before punctuation"],
  [/!!|\?\?/u, "one mark"],
];

/**
 * Reads the texts of a file with their lines. For the text of a button, a menu entry or a title, `kind` is the
 * element.
 * @param {string} file
 * @param {string} source
 */
export function textsOf(file, source) {
  const tree = ts.createSourceFile(
    file,
    source,
    ts.ScriptTarget.Latest,
    true,
    file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  /** @type {{ line: number, text: string, kind: string | null, isMarkup: boolean }[]} */
  const texts = [];
  /**
   * @param {ts.Node} node
   * @param {string} text
   * @param {string | null} kind
   */
  const add = (node, text, kind = null) => {
    const isMarkup = ts.isJsxElement(node) || ts.isJsxFragment(node);
    if (
      !/\p{L}{2}/u.test(text) ||
      (!isMarkup && !/\s/u.test(text) && !/^\p{Lu}[\p{Ll}-]|^e-mail$/u.test(text))
    )
      return;
    const { line } = tree.getLineAndCharacterOfPosition(node.getStart(tree));
    texts.push({ line: line + 1, text, kind, isMarkup });
  };
  /** @param {ts.TemplateExpression} node */
  const withHoles = (node) =>
    node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join("");
  /** @param {ts.JsxChild} child */
  const partOf = (child) => {
    if (ts.isJsxText(child)) return child.text.replaceAll("&apos;", "'").replace(/&[lr]dquo;/gu, "“");
    if (!ts.isJsxExpression(child)) return "{}";
    if (!child.expression) return "";
    return ts.isStringLiteral(child.expression) ? child.expression.text : "{}";
  };
  /**
   * @param {ts.Node} node
   * @param {RegExp} tags
   */
  const isInside = (node, tags) =>
    ts.isJsxElement(node.parent) && tags.test(node.parent.openingElement.tagName.getText(tree));
  /**
   * @param {ts.Node} node
   * @returns {ts.Node[]}
   */
  const choicesOf = (node) => {
    if (ts.isJsxExpression(node)) return node.expression ? choicesOf(node.expression) : [];
    if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(choicesOf);
    return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) ? [node] : [];
  };
  /** @param {ts.Node} node */
  const textOf = (node) =>
    ts.isTemplateExpression(node) ? withHoles(node) : ts.isStringLiteralLike(node) ? node.text : "";
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isJsxAttribute(node) && SILENT.test(node.name.getText(tree))) return;
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
      const text = node.children.map(partOf).join("").replace(/\s+/gu, " ").trim();
      const tag = ts.isJsxElement(node) ? node.openingElement.tagName.getText(tree) : "";
      const isTitle = IN_TITLE_CASE.test(tag) || (/^(Link|a)$/u.test(tag) && isInside(node, IN_TITLE_CASE));
      if (node.children.some((child) => ts.isJsxText(child) && /\p{L}/u.test(child.text)))
        add(node, text, isTitle ? tag : null);
      else if (isTitle)
        for (const choice of node.children.flatMap(choicesOf)) add(choice, textOf(choice), tag);
    } else {
      add(node, textOf(node));
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return texts;
}

/**
 * Strings that are not for users: markup, styles, an address, a command.
 * @param {string} text
 */
const isForMachines = (text) =>
  /[<>][a-z/!]|\w&\w+=|::|\$\w{3}|=>|^-H |[;{}]\s*$|^\s*[{}]\s*$|\n|^\w+:\/\/|(^|\s)[a-z-]+:[a-z]/u.test(
    text.replaceAll("{}", "0"),
  );

/**
 * Every word of a title begins with a capital, except small words inside the title.
 * @param {string} text
 */
export function isTitleCase(text) {
  const words = text
    .replace(/\(.*\)|\{\}/gu, " ")
    .split(/[\s/]+/u)
    .filter((word) => /^\p{L}/u.test(word));
  const begins = text.startsWith("{}");
  return words.every((word, place) => !/^\p{Ll}/u.test(word) || ((place > 0 || begins) && SMALL.test(word)));
}

/**
 * @param {string} file
 * @param {string} source
 * @returns {string[]}
 */
export function checkTexts(file, source) {
  const findings = textsOf(file, source).flatMap(({ line, text, kind, isMarkup }) => {
    if (!isMarkup && isForMachines(text)) return [];
    const shown = JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
    const found = QUOTED.test(text)
      ? []
      : RULES.filter(([pattern]) => pattern.test(text)).map(([, instead]) => `write ${instead}`);
    if (!isMarkup && /\p{L}[.,]? {2,}\p{L}/u.test(text)) found.push("write one space between words");
    const isSentence = /[.?]$|\.{3}|^Loading /u.test(text) || SENTENCES.has(text);
    if (kind !== null && !isSentence && !isTitleCase(text))
      found.push("begin the words of a button, a menu entry and a dialog's title with capitals");
    return found.map((what) => `${file}:${line}: ${what}: ${shown}`);
  });
  return [...new Set(findings)];
}

/**
 * Users do not read tests, or lists of the words in imported files.
 * @param {string} file
 */
export const isReadByPeople = (file) =>
  /^((convex|domain|src)\/.*\.tsx?|scripts\/(demo[\w-]*\.(ts|json)|start\.mjs))$/u.test(file) &&
  !/\.(test|d)\.tsx?$|_generated\/|\/testing\/|domain\/imports\/(fields|words|read-values|names)\.ts$/u.test(
    file,
  );
