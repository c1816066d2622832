"""Seaboard's games as environments of libraries for language models. Each module needs its own library.

textarena   every seat is an agent of TextArena
verifiers   a taskset and an environment of verifiers: the model against bots
openenv     a server of OpenEnv (FastAPI), which also runs in a container (deploy/openenv)
kaggle      an environment of kaggle-environments, and the three functions of Kaggle's game harness
"""
