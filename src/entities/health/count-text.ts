/** The number of health records or doses, for the line above their list. */

type Page = { pagination: { totalItems: number; limit: number }; isCut: boolean };

/** Such as '12 records'. Empty if the number is unknown or zero. */
export function countText(page: Page | undefined, noun: string): string {
  const total = page?.pagination.totalItems ?? 0;
  if (!page || total === 0) return "";
  const hasMore = page.isCut && total > page.pagination.limit;
  if (hasMore) return `More than ${total - 1} ${noun}s`;
  return total === 1 ? `1 ${noun}` : `${total} ${noun}s`;
}
