/**
 * Limits a response body to a number of bytes. A longer body is interrupted with an error, so that the client does
 * not treat the beginning as the whole body.
 */

/** The stream fails with `errorOf()` at the chunk that exceeds the limit. */
export function limitBody(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
  errorOf: () => Error,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let bytes = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        bytes += value.byteLength;
        if (bytes <= maxBytes) return controller.enqueue(value);
        const error = errorOf();
        controller.error(error);
        await reader.cancel(error);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
