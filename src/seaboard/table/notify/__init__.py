"""Notifications: Web Push, mail digests and webhooks, sent from an outbox in the database."""
