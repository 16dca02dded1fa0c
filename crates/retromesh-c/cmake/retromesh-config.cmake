# find_package(retromesh) finds the library below the folder that this file was installed into: share/cmake/retromesh/retromesh-config.cmake.
get_filename_component(_retromesh_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
if(NOT TARGET retromesh::retromesh)
    find_library(_retromesh_library NAMES retromesh PATHS "${_retromesh_prefix}"
        PATH_SUFFIXES lib lib64 "lib/${CMAKE_LIBRARY_ARCHITECTURE}" NO_DEFAULT_PATH REQUIRED)
    add_library(retromesh::retromesh UNKNOWN IMPORTED)
    set_target_properties(retromesh::retromesh PROPERTIES
        IMPORTED_LOCATION "${_retromesh_library}"
        INTERFACE_INCLUDE_DIRECTORIES "${_retromesh_prefix}/include")
endif()
