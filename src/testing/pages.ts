/** Returns pages of rows like the server. */

export function makePage<Row>(rows: readonly Row[], args: Record<string, unknown> = {}, usualLimit = 20) {
  const page = Number(args.page ?? 1);
  const limit = Number(args.limit ?? usualLimit);
  return {
    data: rows.slice((page - 1) * limit, page * limit),
    pagination: {
      totalPages: Math.ceil(rows.length / limit),
      totalItems: rows.length,
      page,
      limit,
      hasNext: page * limit < rows.length,
      hasPrev: page > 1,
    },
  };
}
