"""The benchmark for language models: `seaboard llm bench MODEL`. Fixed seeds, bots as opponents, reviews, transcripts."""
