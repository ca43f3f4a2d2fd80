/** The style of the API reference page: the colors of the app in light and dark, without external resources. */
export const REFERENCE_STYLE = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#faf7f0, #101b16);
  --sheet: light-dark(#fffdf8, #16241d);
  --ink: light-dark(#1f2a24, #e8e6dc);
  --faded: light-dark(#5a635d, #a3ada4);
  --rule: light-dark(#ddd5c4, #2b3d33);
  --green: light-dark(#1f4d3a, #8fc7a9);
  --brass: light-dark(#7a5a12, #d9b45b);
  --danger: light-dark(#9c2f24, #f0978b);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 ui-sans-serif, system-ui, "Segoe UI", sans-serif; }
h1, h2, h3 { font-family: ui-serif, Georgia, "Times New Roman", serif; font-weight: 600; line-height: 1.2; text-wrap: balance; }
h1 { font-size: 2.1rem; margin: 0 0 .5rem; }
h2 { font-size: 1.5rem; margin: 3rem 0 1rem; padding-bottom: .4rem; border-bottom: 2px solid var(--green); }
h3 { font-size: 1.15rem; margin: 0; }
h4 { margin: 1.4rem 0 .4rem; font-size: .95rem; }
a { color: var(--green); text-underline-offset: .2em; }
code, pre { font: .875em/1.5 ui-monospace, "SF Mono", Consolas, monospace; }
pre { background: var(--paper); border: 1px solid var(--rule); border-radius: 6px; padding: .8rem 1rem; overflow-x: auto; margin: .4rem 0; }
.page { display: grid; grid-template-columns: 20rem minmax(0, 1fr); max-width: 80rem; margin: 0 auto; }
nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; padding: 2rem 1rem 2rem 1.5rem; border-right: 1px solid var(--rule); }
nav p { margin: 1.2rem 0 .3rem; color: var(--faded); font-size: .9rem; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li a { display: flex; gap: .5rem; align-items: baseline; padding: .25rem 0; color: var(--ink); text-decoration: none; overflow-wrap: anywhere; }
nav li a:hover { text-decoration: underline; }
main { padding: 2rem clamp(1rem, 4vw, 3rem) 4rem; }
.lead { max-width: 65ch; color: var(--faded); }
article { background: var(--sheet); border: 1px solid var(--rule); border-radius: 8px; padding: 1.2rem 1.4rem; margin: 0 0 1.2rem; scroll-margin-top: 1rem; }
.call { display: flex; flex-wrap: wrap; gap: .6rem; align-items: center; margin: .5rem 0 0; }
.method { display: inline-block; flex: none; min-width: 5.4em; white-space: nowrap; text-align: center; padding: .05rem .4rem; border: 1px solid currentcolor; border-radius: 4px; font: 600 .75rem/1.5 ui-monospace, Consolas, monospace; }
.get { color: var(--green); } .post, .put, .patch { color: var(--brass); } .delete { color: var(--danger); }
.right { color: var(--faded); font-size: .9rem; margin: .6rem 0 0; }
.table { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; vertical-align: top; padding: .4rem .8rem .4rem 0; border-bottom: 1px solid var(--rule); }
th { font-size: .85rem; color: var(--faded); font-weight: 600; }
td:first-child { white-space: nowrap; }
.needed { color: var(--brass); font-size: .8rem; }
summary { cursor: pointer; color: var(--green); margin-top: .8rem; }
:focus-visible { outline: 2px solid var(--brass); outline-offset: 2px; }
@media (max-width: 52rem) {
  .page { display: block; }
  nav { position: static; max-height: none; border-right: 0; border-bottom: 1px solid var(--rule); padding: 1.5rem 1rem; }
  td:first-child { white-space: normal; }
}
`;
