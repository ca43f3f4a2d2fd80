/**
 * The dashboard's results, all requested together. While the user refreshes, the old results stay until the new
 * ones are loaded.
 */
import { useState } from "react";
import type { FunctionReturnType } from "convex/server";
import { dashboardQuestions } from "@/features/dashboard/dashboard-questions";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery, type LiveQuery } from "@/hooks/use-live-query";
import { useOffline } from "@/hooks/use-offline";
import { useToday } from "@/hooks/use-today";
import type { api } from "@convex/_generated/api";

export type DashboardStats = FunctionReturnType<typeof api.dashboard.dashboard.stats>;
export type BreedingAgenda = FunctionReturnType<typeof api.dashboard.dashboard.breedingAgenda>;
export type HealthAgenda = FunctionReturnType<typeof api.dashboard.dashboard.healthAgenda>;
export type MedicationDue = FunctionReturnType<typeof api.health.medications.due>;
export type HeatsAhead = FunctionReturnType<typeof api.dashboard.dashboard.heatsAhead>;
export type Alerts = FunctionReturnType<typeof api.dashboard.dashboardAlerts.list>;
export type Board = FunctionReturnType<typeof api.dashboard.dashboardWidgets.board>;
export type Activity = FunctionReturnType<typeof api.platform.activities.recent>[number];
export type Preferences = FunctionReturnType<typeof api.dashboard.dashboardPreferences.get>;

/** Keeps the last result while a new one loads. A result that the server now refuses is removed. */
function useHeld<Data>(query: LiveQuery<Data>, isRefreshing: boolean): Data | undefined {
  const [held, setHeld] = useState<Data | undefined>(undefined);
  const isLoading = query.status === "loading";
  if (!isLoading && held !== query.data) setHeld(query.data);
  return isRefreshing && isLoading ? held : query.data;
}

/** Each result is undefined while loading. */
export function useDashboard() {
  const { kennelId, can } = useKennel();
  const isOffline = useOffline() !== null;
  const today = useToday();
  const mayRead = (area: "breeding" | "health" | "reminders") => can(area, "read");
  const ask = dashboardQuestions(kennelId, today);
  const stats = useLiveQuery(ask.stats.query, ask.stats.args);
  const alerts = useLiveQuery(ask.alerts.query, ask.alerts.args);
  const tasks = useLiveQuery(ask.tasks.query, mayRead("reminders") ? ask.tasks.args : "skip");
  const reminders = useLiveQuery(ask.reminders.query, mayRead("reminders") ? ask.reminders.args : "skip");
  const activities = useLiveQuery(ask.activities.query, ask.activities.args);
  const breeding = useLiveQuery(ask.breeding.query, mayRead("breeding") ? ask.breeding.args : "skip");
  const heats = useLiveQuery(ask.heats.query, mayRead("breeding") ? ask.heats.args : "skip");
  const health = useLiveQuery(ask.health.query, mayRead("health") ? ask.health.args : "skip");
  const medication = useLiveQuery(ask.medication.query, mayRead("health") ? ask.medication.args : "skip");
  const board = useLiveQuery(ask.board.query, ask.board.args);
  const preferences = useLiveQuery(ask.preferences.query, ask.preferences.args);
  const asked: LiveQuery<unknown>[] = [
    stats,
    alerts,
    activities,
    board,
    preferences,
    ...(mayRead("reminders") ? [tasks, reminders] : []),
    ...(mayRead("breeding") ? [breeding, heats] : []),
    ...(mayRead("health") ? [health, medication] : []),
  ];
  const [isRefreshing, setRefreshing] = useState(false);
  if (isRefreshing && !asked.some(({ status }) => status === "loading")) setRefreshing(false);
  return {
    today,
    stats: useHeld(stats, isRefreshing),
    alerts: useHeld(alerts, isRefreshing),
    tasks: useHeld(tasks, isRefreshing),
    reminders: useHeld(reminders, isRefreshing),
    activities: useHeld(activities, isRefreshing),
    breeding: useHeld(breeding, isRefreshing),
    heats: useHeld(heats, isRefreshing),
    health: useHeld(health, isRefreshing),
    medication: useHeld(medication, isRefreshing),
    board: useHeld(board, isRefreshing),
    preferences: useHeld(preferences, isRefreshing),
    /** Offline, cached results are enough. */
    hasArrived: isRefreshing || isOffline || asked.every(({ status }) => status !== "loading"),
    hasFailed: asked.some(({ status }) => status === "error"),
    isRefreshing,
    retry: () => asked.filter(({ status }) => status === "error").forEach(({ retry }) => retry()),
    refresh: () => {
      setRefreshing(true);
      for (const { retry } of asked) retry();
    },
  };
}

export type Dashboard = ReturnType<typeof useDashboard>;
