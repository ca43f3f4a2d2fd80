/**
 * Routes HTTP requests: calendar addresses, the files of backups, the pages of buttons in messages, the pages of
 * application forms, and the payment webhook. All other requests are routed to REST.
 */
import { httpRouter, ROUTABLE_HTTP_METHODS } from "convex/server";
import { httpAction } from "./_generated/server";
import { askApplication, takeApplication } from "./applications/applicationPages";
import { APPLY_PATH } from "./applications/model/forms";
import { get as getArchiveFile } from "./kennels/archiveFiles";
import { ARCHIVE_FILE_PATH } from "./kennels/model/archiveFileAddresses";
import { BILLING_WEBHOOK_PATH, receiveBillingEvent } from "./billing/billingWebhook";
import { get as getCalendar } from "./calendar/calendarFiles";
import { CALENDAR_PATH } from "./calendar/model/calendarTokens";
import { NOTICE_PATH } from "./deliveries/model/noticeTokens";
import { actNotice, askNotice } from "./deliveries/noticePages";
import { BASE_PATH, createRestApp } from "./rest/app";

const app = createRestApp();
const http = httpRouter();

const answerRest = httpAction(async (ctx, request) => await app.fetch(request, ctx));

http.route({ pathPrefix: CALENDAR_PATH, method: "GET", handler: getCalendar });
http.route({ pathPrefix: ARCHIVE_FILE_PATH, method: "GET", handler: getArchiveFile });
http.route({ pathPrefix: NOTICE_PATH, method: "GET", handler: askNotice });
http.route({ pathPrefix: NOTICE_PATH, method: "POST", handler: actNotice });
http.route({ pathPrefix: APPLY_PATH, method: "GET", handler: askApplication });
http.route({ pathPrefix: APPLY_PATH, method: "POST", handler: takeApplication });
http.route({ path: BILLING_WEBHOOK_PATH, method: "POST", handler: receiveBillingEvent });

for (const method of ROUTABLE_HTTP_METHODS) {
  http.route({ pathPrefix: `${BASE_PATH}/`, method, handler: answerRest });
}

export default http;
