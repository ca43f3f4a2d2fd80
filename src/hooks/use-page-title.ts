/** The title of the browser tab: the open record, the page, the kennel and the product. */
import { useEffect } from "react";

let page: readonly string[] = [];
/** The last name belongs to the record on top. */
let records: readonly { readonly name: string }[] = [];

function write(): void {
  const open = records.at(-1);
  document.title = [...(open ? [open.name] : []), ...page, "Studbook"].join(" · ");
}

export function usePageTitle(title: string, kennelName?: string): void {
  useEffect(() => {
    page = [title, ...(kennelName ? [kennelName] : [])];
    write();
  }, [title, kennelName]);
}

/** Puts the name of an open record before the page's title while there is a name. */
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
