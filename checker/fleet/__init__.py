"""Audits of many SANs: a bundle per site and month, audited on Dask workers, with the results in Parquet files.

Reading order: ``tables`` (what a result is), ``sources`` (which bundles), ``task`` and ``child`` (one bundle), ``run`` (all
of them), ``results`` (the folder), ``questions`` and ``page`` (what is asked of it). May use ``checker.audit`` and everything
below; dask and fsspec (``sanlint[fleet]``) are imported where they are used.
"""
