# Builds Loupe from its sources and keeps the packed files only:
#   docker build -t loupe . && docker run --rm -v "$PWD:/src:ro" loupe check
FROM node:22-slim AS build
WORKDIR /build
COPY . .
RUN npm ci && npm pack --pack-destination /packed

FROM node:22-slim
COPY --from=build /packed/*.tgz /tmp/loupe.tgz
RUN npm install --global --omit=dev /tmp/loupe.tgz && rm /tmp/loupe.tgz
ENV LOUPE_CACHE_DIR=/cache
RUN mkdir /cache && chown node /cache
USER node
WORKDIR /src
ENTRYPOINT ["loupe"]
CMD ["check"]
