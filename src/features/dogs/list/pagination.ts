/** The server's pagination with the names that the screens use. */
type ServerPagination = {
  totalPages: number;
  totalItems: number;
  page: number;
  limit: number;
  hasNext: boolean;
  hasPrev: boolean;
};

export type ListPagination = {
  pages: number;
  total: number;
  page: number;
  limit: number;
  hasNext: boolean;
  hasPrev: boolean;
};

export function toListPagination(pagination: ServerPagination): ListPagination {
  const { totalPages, totalItems, page, limit, hasNext, hasPrev } = pagination;
  return { pages: totalPages, total: totalItems, page, limit, hasNext, hasPrev };
}
