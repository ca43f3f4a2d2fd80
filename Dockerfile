# Studbook on one machine, in a container. All data are in the volume /data. docs/operation.md says how to run it.
FROM node:24-bookworm-slim
ENV NODE_ENV=production STUDBOOK_HOST=0.0.0.0 STUDBOOK_PORT=3000 STUDBOOK_DATA=/data MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=65536 MALLOC_TRIM_THRESHOLD_=131072
WORKDIR /srv/studbook
RUN mkdir /data && chown node:node /data /srv/studbook
USER node
COPY --chown=node:node package.json package-lock.json ./
COPY --chown=node:node packages/convex-embedded/package.json packages/convex-embedded/
# The container builds the functions and the web app, so it also installs the build tools.
RUN npm ci --include=dev --no-audit --no-fund
COPY --chown=node:node . .
RUN node scripts/build-all.mjs
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "--max-semi-space-size=4", "--heap-growing-percent=25", "--optimize-for-size", "scripts/start.mjs"]
