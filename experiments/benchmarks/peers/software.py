"""One BLAS thread for the script that imports this before NumPy, and in words what it runs on."""
import os
import sys

for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ[variable] = "1"  # read when NumPy is imported


def describe_software():
    import numpy

    parts = [f"NumPy {numpy.__version__}"]
    if "sklearn" in sys.modules:
        parts.insert(0, f"scikit-learn {sys.modules['sklearn'].__version__}")
    try:
        from threadpoolctl import threadpool_info  # comes with scikit-learn
    except ImportError:
        return ", ".join(parts + ["BLAS not named (no threadpoolctl)"])
    parts += [f"{i['internal_api']} {i['version']} for {i['architecture']} ({i['num_threads']} thread)"
              for i in threadpool_info() if i["user_api"] == "blas"]
    return ", ".join(parts)
