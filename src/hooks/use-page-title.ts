/** The title of the browser's tab: the record that is open, the page, the kennel and the product. */
import { useEffect } from "react";

let page: readonly string[] = [];
/** The names of open records, the top one last. */
let records: readonly { readonly name: string }[] = [];

function write(): void {
  const open = records.at(-1);
  document.title = [...(open ? [open.name] : []), ...page, "Studbook"].join(" · ");
}

/** Sets the tab's title to the page's name, the kennel's if it is one of its pages, and the product's. */
export function usePageTitle(title: string, kennelName?: string): void {
  useEffect(() => {
    page = [title, ...(kennelName ? [kennelName] : [])];
    write();
  }, [title, kennelName]);
}

/** Puts the name of an open record before the page's title, as long as there is a name. */
export function useRecordTitle(name: string | null): void {
  useEffect(() => {
    if (name === null) return;
    const record = { name };
    records = [...records, record];
    write();
    return () => {
      records = records.filter((each) => each !== record);
      write();
    };
  }, [name]);
}
