/** Names the deployment's environment variables, each of which may be absent, and the components it uses. */
import migrations from "@convex-dev/migrations/convex.config";
import presence from "@convex-dev/presence/convex.config";
import rateLimiter from "@convex-dev/rate-limiter/convex.config";
import { defineApp } from "convex/server";
import { v } from "convex/values";

const app = defineApp({
  env: {
    /** Clerk's issuer, when sign-in is Clerk's. */
    CLERK_JWT_ISSUER_DOMAIN: v.optional(v.string()),
    /** Issuer, key set and audience of the local accounts, when sign-in is local. */
    LOCAL_AUTH_ISSUER: v.optional(v.string()),
    LOCAL_AUTH_JWKS: v.optional(v.string()),
    LOCAL_AUTH_AUDIENCE: v.optional(v.string()),
    /** Comma-separated origins whose pages may call the REST API. */
    STUDBOOK_CORS_ORIGINS: v.optional(v.string()),
    /** "on" makes plans limit how many dogs a kennel holds; anything else lifts every limit. */
    STUDBOOK_BILLING: v.optional(v.string()),
  },
});

app.use(rateLimiter);
app.use(presence);
app.use(migrations);

export default app;
